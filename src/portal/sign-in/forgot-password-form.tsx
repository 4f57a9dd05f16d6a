import { Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { usePost } from '../data/session/use-post.ts'
import { t } from '../i18n/text.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'

/** Asks for the email to which the link is mailed. */
export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const [email, setEmail] = useState('')
  const request = usePost('/api/password-reset')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await request.run({ email })) onSent(email)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {request.error && <ErrorNotice error={request.error} title={t('No link was sent')} />}
        <TextInput
          label={t('Email')}
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          maxLength={254}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Button type="submit" loading={request.busy} fullWidth>
          {t('Send a link')}
        </Button>
      </Stack>
    </form>
  )
}
