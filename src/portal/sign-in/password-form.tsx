import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { usePost } from '../data/session/use-post.ts'
import { t } from '../i18n/text.ts'
import { Form } from '../ui/form.tsx'

interface Props {
  /** The address of the account that was signed in. */
  readonly knownEmail?: string
  readonly onSignedIn: () => void
  readonly onSecondFactor: () => void
}

/** The first step of signing in. */
export function PasswordForm({ knownEmail = '', onSignedIn, onSecondFactor }: Props) {
  const [email, setEmail] = useState(knownEmail)
  const [password, setPassword] = useState('')
  const signIn = usePost<{ twoFactorRedirect?: boolean }>('/api/auth/sign-in/email')
  const submit = async () => {
    const response = await signIn.run({ email, password })
    if (response) (response.twoFactorRedirect ? onSecondFactor : onSignedIn)()
  }
  return (
    <Form onSubmit={submit} error={signIn.error} errorTitle={t('Sign-in failed')}>
      <TextInput
        label={t('Email')}
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <PasswordInput
        label={t('Password')}
        name="password"
        autoComplete="current-password"
        required
        data-autofocus={knownEmail !== '' || undefined}
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <Button type="submit" loading={signIn.busy} fullWidth>
        {t('Sign in')}
      </Button>
    </Form>
  )
}
