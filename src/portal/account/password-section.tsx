import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { MIN_PASSWORD_LENGTH, PASSWORD_HINT } from '../data/session/password-rules.ts'
import { usePost } from '../data/session/use-post.ts'
import { t } from '../i18n/text.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Section } from '../ui/section.tsx'

/** Changes the password, which ends every other session. */
export function PasswordSection() {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [isChanged, setChanged] = useState(false)
  const change = usePost('/api/auth/change-password')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChanged(false)
    if (!(await change.run({ currentPassword, newPassword }))) return
    setCurrent('')
    setNew('')
    setChanged(true)
  }
  return (
    <Section
      title={t('Password')}
      description={t('Changing it signs you out everywhere else. Access tokens keep working.')}
    >
      <form onSubmit={submit}>
        <Stack maw={360}>
          {change.error && (
            <ErrorNotice error={change.error} title={t('The password was not changed')} />
          )}
          <PasswordInput
            label={t('Current password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={currentPassword}
            onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
          />
          <PasswordInput
            label={t('New password')}
            description={PASSWORD_HINT}
            autoComplete="new-password"
            minLength={MIN_PASSWORD_LENGTH}
            required
            withAsterisk={false}
            value={newPassword}
            onChange={({ currentTarget }) => setNew(currentTarget.value)}
          />
          <Group>
            <Button type="submit" loading={change.busy}>
              {t('Change password')}
            </Button>
          </Group>
          <Text size="sm" role="status">
            {isChanged && t('Password changed. You are signed out everywhere else.')}
          </Text>
        </Stack>
      </form>
    </Section>
  )
}
