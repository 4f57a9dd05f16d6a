import { Anchor, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useGet } from '../data/session/use-get.ts'
import { t } from '../i18n/text.ts'
import { CenteredPage } from '../ui/centered-page.tsx'
import { SignOut } from '../ui/sign-out.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

/** The only page for staff until they have set up two-step verification. */
export function RequiredFactor() {
  // The response names the session of this page, which no response of GraphQL has done yet.
  const session = useGet('/api/auth/get-session')
  const [settingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <CenteredPage
      title={t('Set up two-step verification')}
      description={t(
        'Staff accounts need it. You need an authenticator app on your phone or computer.',
      )}
    >
      <Group justify="space-between">
        <Button disabled={!session.body} onClick={() => setSettingUp(true)}>
          {t('Set up')}
        </Button>
        <SignOut>
          {(signOut) => (
            <Anchor component="button" type="button" size="sm" onClick={signOut}>
              {t('Sign out')}
            </Anchor>
          )}
        </SignOut>
      </Group>
      {settingUp && (
        <SecondFactorSetup
          onDone={(recoveryCodes) => {
            setSettingUp(false)
            setCodes(recoveryCodes)
          }}
          onClose={() => setSettingUp(false)}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => window.location.reload()} />}
    </CenteredPage>
  )
}
