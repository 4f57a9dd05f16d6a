import { Alert } from '@mantine/core'
import { useState } from 'react'
import { wasReloaded } from '../../data/session/page-session.ts'
import { t } from '../../i18n/text.ts'

/** Says why the page was loaded again: another session began in this browser. */
export function ReloadedNotice({ name }: { readonly name: string }) {
  const [isShown, setShown] = useState(wasReloaded)
  if (!isShown) return null
  return (
    <Alert
      color="fruit"
      mb="lg"
      maw={640}
      role="alert"
      title={t('This page was loaded again')}
      withCloseButton
      closeButtonLabel={t('Close')}
      onClose={() => setShown(false)}
    >
      {t(
        'Somebody signed in in another tab of this browser. You are now signed in as {name}. Nothing was changed.',
        { name },
      )}
    </Alert>
  )
}
