import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../components/error-notice.tsx'
import { MIN_PASSWORD_LENGTH, PASSWORD_HINT } from '../session/password-rules.ts'
import { usePost } from '../session/use-post.ts'

export interface Invited {
  readonly name: string
  readonly email: string
}

/** Sets the password. The server then signs the user in. */
export function InvitationForm({ token, invited }: { token: string; invited: Invited }) {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const accept = usePost<{ twoFactorRedirect?: boolean }>('/api/invitations')
  const differs = repeated !== '' && repeated !== password
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (repeated !== password) return
    const response = await accept.run({ token, password })
    // A user with a second factor has to sign in with it.
    if (response) window.location.replace(response.twoFactorRedirect ? '/sign-in' : '/')
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {accept.error && <ErrorNotice error={accept.error} title="The password was not set" />}
        <TextInput label="Email" value={invited.email} autoComplete="username" readOnly />
        <PasswordInput
          label="New password"
          description={PASSWORD_HINT}
          autoComplete="new-password"
          minLength={MIN_PASSWORD_LENGTH}
          required
          withAsterisk={false}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <PasswordInput
          label="Repeat password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          error={differs && 'Passwords do not match'}
          value={repeated}
          onChange={({ currentTarget }) => setRepeated(currentTarget.value)}
        />
        <Button type="submit" loading={accept.busy} disabled={differs} fullWidth>
          Set password
        </Button>
      </Stack>
    </form>
  )
}
