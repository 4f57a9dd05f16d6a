import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { usePost } from '../data/session/use-post.ts'
import { t } from '../i18n/text.ts'
import { Form } from '../ui/form.tsx'

/** Asks for the email to which the link is mailed. */
export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const [email, setEmail] = useState('')
  const request = usePost('/api/password-reset')
  const submit = async () => {
    if (await request.run({ email })) onSent(email)
  }
  return (
    <Form onSubmit={submit} error={request.error} errorTitle={t('No link was sent')}>
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
    </Form>
  )
}
