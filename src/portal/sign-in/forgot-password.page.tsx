import { Anchor, Button, Skeleton, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useGet } from '../data/session/use-get.ts'
import { usePost } from '../data/session/use-post.ts'
import { t } from '../i18n/text.ts'
import { CenteredPage } from '../ui/centered-page.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Form } from '../ui/form.tsx'
import { SupportLink } from '../ui/support-link.tsx'

/** How to get a link for a new password: by mail, or from an administrator. */
export default function ForgotPasswordPage() {
  const { body, error, reload } = useGet<{ byMail: boolean }>('/api/password-reset/delivery')
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <CenteredPage
      title={t('Forgot your password?')}
      description={t('A new one is set with a link that works once.')}
    >
      {error && <ErrorNotice error={error} onRetry={reload} />}
      {!body && !error && <Skeleton height={120} aria-busy />}
      {body && !body.byMail && <AskAdministrator />}
      {body?.byMail && sentTo === null && <ForgotPasswordForm onSent={setSentTo} />}
      {sentTo !== null && <Sent to={sentTo} />}
      {(body?.byMail === false || sentTo !== null) && <SupportLink />}
      <Anchor component={Link} href="/sign-in" size="sm">
        {t('Back to sign-in')}
      </Anchor>
    </CenteredPage>
  )
}

// Asks for the email to which the link is mailed.
function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
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

function AskAdministrator() {
  return (
    <Text>
      {t(
        'Ask your Orangery administrator for a new link. Tell them the email address that you sign in with.',
      )}
    </Text>
  )
}

// The same for every address: it is not told which ones have an account.
function Sent({ to }: { to: string }) {
  return (
    <Text role="status" style={{ overflowWrap: 'anywhere' }}>
      {t(
        'If {to} has an account with a password, a link is on its way to it. It works once, within an hour. If no mail arrives, look into the spam folder, try again after five minutes, or ask your Orangery administrator.',
        { to },
      )}
    </Text>
  )
}
