import { Button, PasswordInput, TextInput } from '@mantine/core'
import { usePost } from '../data/session/use-post.ts'
import { t } from '../i18n/text.ts'
import { Form } from '../ui/form.tsx'
import { useFields } from '../ui/use-fields.ts'
import { PasskeyButton } from './passkey-button.tsx'

interface Props {
  /** The address of the account that was signed in. */
  readonly knownEmail?: string
  readonly onSignedIn: () => void
  readonly onSecondFactor: () => void
}

/** The first step of signing in: a password, or a passkey in place of both steps. */
export function SignInForm({ knownEmail = '', onSignedIn, onSecondFactor }: Props) {
  const { texts, field } = useFields({ email: knownEmail, password: '' })
  const signIn = usePost<{ twoFactorRedirect?: boolean }>('/api/auth/sign-in/email')
  return (
    <>
      <Form
        action={signIn}
        input={texts}
        onDone={({ twoFactorRedirect }) => (twoFactorRedirect ? onSecondFactor : onSignedIn)()}
        errorTitle={t('Sign-in failed')}
      >
        <TextInput
          label={t('Email')}
          type="email"
          name="email"
          autoComplete="username"
          required
          {...field('email')}
        />
        <PasswordInput
          label={t('Password')}
          name="password"
          autoComplete="current-password"
          required
          data-autofocus={knownEmail !== '' || undefined}
          {...field('password')}
        />
        <Button type="submit" loading={signIn.busy} fullWidth>
          {t('Sign in')}
        </Button>
      </Form>
      <PasskeyButton
        path="/api/auth/passkey/sign-in"
        label={t('Sign in with a passkey')}
        errorTitle={t('Sign-in failed')}
        onDone={onSignedIn}
      />
    </>
  )
}
