import { Badge, Button, Group, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { usePerson } from '../data/session/person.ts'
import { useGet } from '../data/session/use-get.ts'
import { usePost } from '../data/session/use-post.ts'
import { t } from '../i18n/text.ts'
import { Form } from '../ui/form.tsx'
import { NewPasswordInput } from '../ui/new-password-input.tsx'
import { notify } from '../ui/notices.tsx'
import { PortalPage } from '../ui/page.tsx'
import { QueryView, Section } from '../ui/page-parts.tsx'
import { useFields } from '../ui/use-fields.ts'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordDialog, RecoveryCodesDialog, SecondFactorSetup } from './second-factor-setup.tsx'
import { SessionsSection, useSessions } from './sessions-section.tsx'

/** Password, two-step verification, passkeys and sessions. */
export default function SecurityPage() {
  const sessions = useSessions()
  return (
    <PortalPage
      title={t('Security')}
      description={t('How you sign in, and where you are signed in.')}
    >
      <PasswordSection onChange={sessions.reload} />
      <SecondFactorSection />
      <PasskeysSection onChange={sessions.reload} />
      <SessionsSection sessions={sessions} />
    </PortalPage>
  )
}

const EMPTY = { currentPassword: '', newPassword: '' }

// Changes the password, which ends every other session.
function PasswordSection({ onChange }: { readonly onChange: () => void }) {
  const { texts, setTexts, field } = useFields(EMPTY)
  const change = usePost('/api/auth/change-password')
  const confirm = () => {
    setTexts(EMPTY)
    onChange()
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

type Change = 'turn on' | 'turn off' | 'new codes'

// Turns two-step verification on and off, and creates new recovery codes.
function SecondFactorSection() {
  const session = useGet<{ user: { twoFactorEnabled?: boolean } }>('/api/auth/get-session')
  // Not with its button, which goes when the session is read again: the codes are shown once.
  const [open, setOpen] = useState<Change | null>(null)
  const on = session.data?.user.twoFactorEnabled === true
  const close = () => {
    setOpen(null)
    session.reload()
  }
  return (
    <Section
      title={t('Two-step verification')}
      description={t('Sign in with your password plus a 6-digit code from an authenticator app.')}
      action={session.data && <Badge color={on ? 'leaf' : 'gray'}>{on ? t('On') : t('Off')}</Badge>}
    >
      <QueryView of={session} rows={1} height={36}>
        {() => <Choices on={on} onChoose={setOpen} />}
      </QueryView>
      {open === 'turn on' && <SecondFactorSetup onClose={close} />}
      {open === 'turn off' && (
        <PasswordDialog
          title={t('Turn off two-step verification')}
          verb={t('Turn off')}
          path="/api/auth/two-factor/disable"
          onClose={close}
        />
      )}
      {open === 'new codes' && (
        <PasswordDialog<{ backupCodes: string[] }>
          title={t('New recovery codes')}
          verb={t('Create new codes')}
          path="/api/auth/two-factor/generate-backup-codes"
          onClose={close}
        >
          {({ backupCodes }) => <RecoveryCodesDialog codes={backupCodes} onClose={close} />}
        </PasswordDialog>
      )}
    </Section>
  )
}

function Choices({ on, onChoose }: { on: boolean; onChoose: (change: Change) => void }) {
  // Staff cannot turn it off.
  const { isStaff } = usePerson()
  return (
    <Group>
      {on ? (
        <Button variant="default" onClick={() => onChoose('new codes')}>
          {t('New recovery codes')}
        </Button>
      ) : (
        <Button onClick={() => onChoose('turn on')}>{t('Turn on')}</Button>
      )}
      {on && !isStaff && (
        <Button variant="outline" color="red" onClick={() => onChoose('turn off')}>
          {t('Turn off')}
        </Button>
      )}
    </Group>
  )
}
