import { Button, Stack, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import { ErrorNotice } from '../components/error-notice.tsx'
import { usePost } from '../session/use-post.ts'
import type { FirmInvitation } from './invitation-form.tsx'

interface Props {
  readonly token: string
  readonly invited: FirmInvitation
}

/** Accepts the invitation of a firm with the account that the person has. */
export function JoinFirm({ token, invited: { email, firm, acceptance } }: Props) {
  const [, navigate] = useLocation()
  const join = usePost<{ firmId: string }>('/api/invitations/join')
  const accept = async () => {
    const joined = await join.run({ token })
    if (joined) window.location.replace(`/firms/${joined.firmId}`)
  }
  const signIn = () => navigate(`/sign-in?${new URLSearchParams({ next: `/invitation/${token}` })}`)
  return (
    <Stack>
      {join.error && <ErrorNotice error={join.error} title="The invitation was not accepted" />}
      <Text style={{ overflowWrap: 'anywhere' }}>
        {acceptance === 'signed_in' ? 'You are signed in as' : 'It is for the account of'} {email}.
      </Text>
      {acceptance === 'signed_in' ? (
        <Button onClick={accept} loading={join.busy} fullWidth>
          Join {firm}
        </Button>
      ) : (
        <Button onClick={signIn} fullWidth>
          Sign in to accept
        </Button>
      )}
    </Stack>
  )
}
