import { Alert, Button, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { ConnectionRefusal } from '../generated/graphql.ts'
import { post } from '../session/auth.ts'
import { usePerson } from '../session/session.tsx'
import { leaveForSignIn } from '../session/sign-out.ts'

const REASONS: Readonly<Record<ConnectionRefusal, { title: string; text: string }>> = {
  no_portfolio: {
    title: 'Only a client can answer this',
    text: 'There is no portfolio in this account. If you have another account, sign in with that one.',
  },
  other_environment: {
    title: 'This key reads other portfolios',
    text: 'Sandbox keys read sandbox portfolios alone, and production keys those of production. Ask the firm for a link of the other environment.',
  },
  key_ended: {
    title: 'This request has ended',
    text: 'The key that it was for has been revoked or has expired. Ask the firm for a new link.',
  },
  link_expired: {
    title: 'This link has expired',
    text: 'Ask the firm for a new one. Nothing was read, and nothing was given.',
  },
  link_ended: {
    title: 'This link is no longer valid',
    text: 'The person at the firm who made it can no longer give out links. Ask the firm for a new one.',
  },
  plan_lapsed: {
    title: 'The firm cannot connect at the moment',
    text: 'Its Enterprise plan is not active. Once it is, this link works again until it expires.',
  },
}

/** Why the link cannot be approved by who opened it, and what would help. */
export function Refused({ refusal, firm }: { refusal: ConnectionRefusal; firm: string }) {
  const { email } = usePerson()
  const { title, text } = REASONS[refusal]
  return (
    <Alert color="fruit" title={title} maw={640}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{text}</Text>
        {refusal === 'no_portfolio' ? (
          <>
            <Text size="sm">You are signed in as {email}.</Text>
            <Button variant="default" size="xs" onClick={signInAnew}>
              Sign in with another account
            </Button>
          </>
        ) : (
          <Text size="sm">{firm} reads nothing of yours by this link.</Text>
        )}
      </Stack>
    </Alert>
  )
}

/** For a client who has given this key a grant before: there is one at a time. */
export function AlreadyConnected({ firm, grantId }: { firm: string; grantId: string }) {
  return (
    <Alert color="leaf" title="You are connected already" maw={640}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {firm} reads your portfolio with this key. To show it more or less, change that
          connection.
        </Text>
        <Button component={Link} href={`/connected-apps/${grantId}/edit`} size="xs">
          Change the connection
        </Button>
      </Stack>
    </Alert>
  )
}

async function signInAnew(): Promise<void> {
  await post('/api/auth/sign-out')
  leaveForSignIn()
}
