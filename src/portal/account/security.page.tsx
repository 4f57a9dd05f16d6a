import { Button, Group, PasswordInput } from '@mantine/core'
import { usePost } from '../data/session/use-post.ts'
import { t } from '../i18n/text.ts'
import { Form } from '../ui/form.tsx'
import { NewPasswordInput } from '../ui/new-password-input.tsx'
import { notify } from '../ui/notices.tsx'
import { PortalPage } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { useFields } from '../ui/use-fields.ts'
import { PasskeysSection } from './passkeys-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** Password, two-step verification, passkeys and sessions. */
export default function SecurityPage() {
  return (
    <PortalPage
      title={t('Security')}
      description={t('How you sign in, and where you are signed in.')}
    >
      <PasswordSection />
      <SecondFactorSection />
      <PasskeysSection />
      <SessionsSection />
    </PortalPage>
  )
}

const EMPTY = { currentPassword: '', newPassword: '' }

// Changes the password, which ends every other session.
function PasswordSection() {
  const { texts, setTexts, field } = useFields(EMPTY)
  const change = usePost('/api/auth/change-password')
  const confirm = () => {
    setTexts(EMPTY)
    notify({ text: t('Password changed. You are signed out everywhere else.') })
  }
  return (
    <Section
      title={t('Password')}
      description={t('Changing it signs you out everywhere else. Access tokens keep working.')}
    >
      <Form
        action={change}
        input={texts}
        onDone={confirm}
        errorTitle={t('The password was not changed')}
        maw={360}
      >
        <PasswordInput
          label={t('Current password')}
          autoComplete="current-password"
          required
          {...field('currentPassword')}
        />
        <NewPasswordInput {...field('newPassword')} />
        <Group>
          <Button type="submit" loading={change.busy}>
            {t('Change password')}
          </Button>
        </Group>
      </Form>
    </Section>
  )
}
