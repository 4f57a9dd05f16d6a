import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../components/error-notice.tsx'
import { Section } from '../components/section.tsx'
import { LEAST_PASSWORD, PASSWORD_HINT } from '../session/password-rules.ts'
import { usePosting } from '../session/use-posting.ts'

/** Changes the password; every other session ends with the old one. */
export function PasswordSection() {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const change = usePosting('/api/auth/change-password')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await change.run({ currentPassword, newPassword }))) return
    setCurrent('')
    setNew('')
    notifications.show({ message: 'Password changed. You are signed out everywhere else.' })
  }
  return (
    <Section
      title="Password"
      description="Changing it signs you out everywhere else. Access tokens keep working."
    >
      <form onSubmit={submit}>
        <Stack maw={360}>
          {change.fault && (
            <ErrorNotice fault={change.fault} title="The password was not changed" />
          )}
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={currentPassword}
            onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
          />
          <PasswordInput
            label="New password"
            description={PASSWORD_HINT}
            autoComplete="new-password"
            minLength={LEAST_PASSWORD}
            required
            withAsterisk={false}
            value={newPassword}
            onChange={({ currentTarget }) => setNew(currentTarget.value)}
          />
          <Group>
            <Button type="submit" loading={change.busy}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
