import { Button, Stack, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import { usePost } from '../data/session/use-post.ts'
import { t } from '../i18n/text.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import type { FirmInvitation } from './invitation-form.tsx'

interface Props {
  readonly token: string
  readonly invited: FirmInvitation
}

/** Accepts the invitation of a firm with the account that the person has. */
export function JoinFirm({ token, invited: { email, firm, acceptance } }: Props) {
  const signIn = useSignIn(token)
  const join = usePost<{ firmId: string }>('/api/invitations/join')
  const accept = async () => {
    const joined = await join.run({ token })
    if (joined) window.location.replace(`/firms/${joined.firmId}`)
  }
  return (
    <Stack>
      {join.error && (
        <ErrorNotice error={join.error} title={t('The invitation was not accepted')} />
      )}
      <Text style={{ overflowWrap: 'anywhere' }}>
        {acceptance === 'signed_in' ? t('You are signed in as') : t('It is for the account of')}{' '}
        {email}.
      </Text>
      {acceptance === 'signed_in' ? (
        <Button onClick={accept} loading={join.busy} fullWidth>
          {t('Join {firm}', { firm })}
        </Button>
      ) : (
        <Button onClick={signIn} fullWidth>
          {t('Sign in to accept')}
        </Button>
      )}
    </Stack>
  )
}

/** For a person who has an account: it is not known here whether they do. */
export function SignInInstead({ token }: Pick<Props, 'token'>) {
  const signIn = useSignIn(token)
  return (
    <Button variant="subtle" onClick={signIn} fullWidth mt="sm">
      {t('I have an account: sign in')}
    </Button>
  )
}

function useSignIn(token: string): () => void {
  const [, navigate] = useLocation()
  return () => navigate(`/sign-in?${new URLSearchParams({ next: `/invitation/${token}` })}`)
}
