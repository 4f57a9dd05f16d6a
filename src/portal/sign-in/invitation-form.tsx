import { Button, PasswordInput, TextInput } from '@mantine/core'
import type { RecoveredCredential } from '../../values/recovered-credentials.ts'
import { usePost } from '../data/session/use-post.ts'
import type { MemberRole } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { Form, refuse } from '../ui/form.tsx'
import { NewPasswordInput } from '../ui/new-password-input.tsx'
import { useFields } from '../ui/use-fields.ts'
import { formatList } from '../words/format.ts'
import { takeConnection } from './pending-connection.ts'

export interface Invited {
  readonly name: string
  readonly email: string
  /** The things that a new password ends. */
  readonly ends: readonly RecoveredCredential[]
}

const CREDENTIALS: Readonly<Record<RecoveredCredential, string>> = {
  sessions: t('all sessions'),
  passkeys: t('passkeys'),
  access_tokens: t('access tokens'),
  second_factor: t('the authenticator app'),
}

/** A sentence about the things that a new password ends. */
export function describeEnded(ends: Invited['ends']): string {
  return t('This ends {credentials} of your account.', {
    credentials: formatList(ends.map((each) => CREDENTIALS[each])),
  })
}

/** An invitation to a firm, and how it is accepted. */
export interface FirmInvitation extends Omit<Invited, 'ends'> {
  readonly firm: string
  readonly role: MemberRole
  readonly acceptance: 'new_account' | 'sign_in' | 'signed_in' | 'either'
}

interface Props {
  readonly token: string
  readonly email: string
}

/** Sets the password. The server then signs the user in. */
export function InvitationForm({ token, email }: Props) {
  const { texts, field } = useFields({ password: '', repeated: '' })
  const { password, repeated } = texts
  const accept = usePost<{ twoFactorRedirect?: boolean }>('/api/invitations')
  const enter = ({ twoFactorRedirect }: { twoFactorRedirect?: boolean }) => {
    // The connection request that the person opened before they had a password.
    const path = takeConnection() ?? '/'
    window.location.replace(twoFactorRedirect ? signInPath(path) : path)
  }
  return (
    <Form
      action={accept}
      input={{ token, password }}
      onDone={enter}
      errorTitle={t('The password was not set')}
    >
      <TextInput label={t('Email')} value={email} autoComplete="username" readOnly />
      <NewPasswordInput {...field('password')} />
      <PasswordInput
        label={t('Repeat password')}
        autoComplete="new-password"
        required
        ref={refuse(repeated === password ? null : t('Passwords do not match'))}
        {...field('repeated')}
      />
      <Button type="submit" loading={accept.busy} fullWidth>
        {t('Set password')}
      </Button>
    </Form>
  )
}

// A user with a second factor has to sign in with it.
function signInPath(next: string): string {
  return `/sign-in?${new URLSearchParams({ reason: 'password_set', next })}`
}
