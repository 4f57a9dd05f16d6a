import { Anchor, Group } from '@mantine/core'
import { useGet } from '../data/session/use-get.ts'
import { t } from '../i18n/text.ts'
import { CenteredPage } from '../ui/centered-page.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { SignOut } from '../ui/sign-out.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

/**
 * The only page for staff until they have set up two-step verification. The default export of its module, which is
 * loaded when it is shown.
 */
export default function RequiredFactor() {
  // The response names the session of this page, which no response of GraphQL has done yet.
  const session = useGet('/api/auth/get-session')
  const enter = () => window.location.reload()
  return (
    <CenteredPage
      title={t('Set up two-step verification')}
      description={t(
        'Staff accounts need it. You need an authenticator app on your phone or computer.',
      )}
    >
      <Group justify="space-between">
        <DialogButton
          variant="filled"
          disabled={!session.data}
          dialog={(close) => <SecondFactorSetup onClose={close} onDone={enter} />}
        >
          {t('Set up')}
        </DialogButton>
        <SignOut>
          {(signOut) => (
            <Anchor component="button" type="button" size="sm" onClick={signOut}>
              {t('Sign out')}
            </Anchor>
          )}
        </SignOut>
      </Group>
    </CenteredPage>
  )
}
