import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../components/error-notice.tsx'
import { LEAST_PASSWORD, PASSWORD_HINT } from '../session/password-rules.ts'
import { usePosting } from '../session/use-posting.ts'

export interface Invited {
  readonly name: string
  readonly email: string
}

/** Takes the new password twice. The gateway signs in whoever has set one. */
export function InvitationForm({ token, invited }: { token: string; invited: Invited }) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const accept = usePosting<{ twoFactorRedirect?: boolean }>('/api/invitations')
  const differs = again !== '' && again !== password
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (again !== password) return
    const answer = await accept.run({ token, password })
    // Whoever has a second factor signs in with it, from the start.
    if (answer) window.location.replace(answer.twoFactorRedirect ? '/sign-in' : '/')
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {accept.fault && <ErrorNotice fault={accept.fault} title="The password was not set" />}
        <TextInput label="Email" value={invited.email} autoComplete="username" readOnly />
        <PasswordInput
          label="New password"
          description={PASSWORD_HINT}
          autoComplete="new-password"
          minLength={LEAST_PASSWORD}
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
          value={again}
          onChange={({ currentTarget }) => setAgain(currentTarget.value)}
        />
        <Button type="submit" loading={accept.busy} disabled={differs} fullWidth>
          Set password
        </Button>
      </Stack>
    </form>
  )
}
