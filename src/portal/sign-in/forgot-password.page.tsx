import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useGet } from '../data/session/use-get.ts'
import { usePost } from '../data/session/use-post.ts'
import { t } from '../i18n/text.ts'
import { CenteredPage } from '../ui/centered-page.tsx'
import { Form } from '../ui/form.tsx'
import { To } from '../ui/inline.tsx'
import { QueryView } from '../ui/page-parts.tsx'
import { SupportLink } from '../ui/support-link.tsx'
import { useFields } from '../ui/use-fields.ts'

/** How to get a link for a new password: by mail, or from an administrator. */
export default function ForgotPasswordPage() {
  const delivery = useGet<{ byMail: boolean }>('/api/password-reset/delivery')
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <CenteredPage
      title={t('Forgot your password?')}
      description={t('A new one is set with a link that works once.')}
    >
      <QueryView of={delivery} rows={1} height={120}>
        {({ byMail }) => (
          <>
            {!byMail && (
              <Text>
                {t(
                  'Ask your Orangery administrator for a new link. Tell them the email address that you sign in with.',
                )}
              </Text>
            )}
            {byMail && sentTo === null && <ForgotPasswordForm onSent={setSentTo} />}
            {sentTo !== null && <Sent to={sentTo} />}
            {(!byMail || sentTo !== null) && <SupportLink />}
          </>
        )}
      </QueryView>
      <To href="/sign-in" size="sm">
        {t('Back to sign-in')}
      </To>
    </CenteredPage>
  )
}

// Asks for the email to which the link is mailed.
function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const { texts, field } = useFields({ email: '' })
  const request = usePost('/api/password-reset')
  return (
    <Form
      action={request}
      input={texts}
      onDone={() => onSent(texts.email)}
      errorTitle={t('No link was sent')}
    >
      <TextInput
        label={t('Email')}
        type="email"
        name="email"
        autoComplete="username"
        required
        maxLength={254}
        {...field('email')}
      />
      <Button type="submit" loading={request.busy} fullWidth>
        {t('Send a link')}
      </Button>
    </Form>
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
