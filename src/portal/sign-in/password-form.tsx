import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../components/error-notice.tsx'
import { usePosting } from '../session/use-posting.ts'

interface Props {
  readonly onSignedIn: () => void
  readonly onSecondFactor: () => void
}

/** The first step. */
export function PasswordForm({ onSignedIn, onSecondFactor }: Props) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = usePosting<{ twoFactorRedirect?: boolean }>('/api/auth/sign-in/email')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await signIn.run({ email, password })
    if (answer) (answer.twoFactorRedirect ? onSecondFactor : onSignedIn)()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {signIn.fault && <ErrorNotice fault={signIn.fault} title="Sign-in failed" />}
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button type="submit" loading={signIn.busy} fullWidth>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
