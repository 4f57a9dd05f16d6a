import { Button, Group, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { MIN_PASSWORD_LENGTH, PASSWORD_HINT } from '../data/session/password-rules.ts'
import { usePost } from '../data/session/use-post.ts'
import { t } from '../i18n/text.ts'
import { Form } from '../ui/form.tsx'
import { notify } from '../ui/notices.tsx'
import { Section } from '../ui/section.tsx'

/** Changes the password, which ends every other session. */
export function PasswordSection() {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const change = usePost('/api/auth/change-password')
  const submit = async () => {
    if (!(await change.run({ currentPassword, newPassword }))) return
    setCurrent('')
    setNew('')
    notify({ text: t('Password changed. You are signed out everywhere else.') })
  }
  return (
    <Section
      title={t('Password')}
      description={t('Changing it signs you out everywhere else. Access tokens keep working.')}
    >
      <Form
        onSubmit={submit}
        error={change.error}
        errorTitle={t('The password was not changed')}
        maw={360}
      >
        <PasswordInput
          label={t('Current password')}
          autoComplete="current-password"
          required
          value={currentPassword}
          onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
        />
        <PasswordInput
          label={t('New password')}
          description={PASSWORD_HINT}
          autoComplete="new-password"
          minLength={MIN_PASSWORD_LENGTH}
          required
          value={newPassword}
          onChange={({ currentTarget }) => setNew(currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={change.busy}>
            {t('Change password')}
          </Button>
        </Group>
      </Form>
    </Section>
  )
}
