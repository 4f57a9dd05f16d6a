import { Alert, Button, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { ConnectionProblem, Environment } from '../generated/graphql.ts'
import { signOut } from '../session/http.ts'
import { usePerson } from '../session/session.tsx'
import { redirectToSignIn } from '../session/sign-in-redirect.ts'

interface Reason {
  readonly title: string
  readonly text: string
}

const REASONS: Readonly<Record<Exclude<ConnectionProblem, 'other_environment'>, Reason>> = {
  no_portfolio: {
    title: 'Only clients can approve this',
    text: 'This account has no portfolio. If you have another account, sign in with that one.',
  },
  key_ended: {
    title: 'This request is no longer valid',
    text: 'The firm’s key has been revoked or has expired. Ask the firm for a new link.',
  },
  link_revoked: {
    title: 'The firm has withdrawn this link',
    text: 'Ask the firm for a new one. No data was shared.',
  },
  link_used: {
    title: 'This link was for one approval',
    text: 'It has been used. Ask the firm for a new one.',
  },
  link_expired: {
    title: 'This link has expired',
    text: 'Ask the firm for a new one. No data was shared.',
  },
  link_ended: {
    title: 'This link is no longer valid',
    text: 'The person at the firm who created it can no longer share links. Ask the firm for a new one.',
  },
  plan_lapsed: {
    title: 'The firm cannot connect at the moment',
    text: 'Its Enterprise plan is not active. Once it is, this link works again until it expires.',
  },
}

/** By the environment of the firm's key, where the client's is the other one. */
const OTHER_ENVIRONMENT: Readonly<Record<Environment, Reason>> = {
  sandbox: {
    title: 'This is a test request',
    text: 'It cannot be used with a real account. Ask the firm for a production link.',
  },
  production: {
    title: 'This request is for real accounts',
    text: 'It cannot be used with a test account. Ask the firm for a sandbox link.',
  },
}

interface UnavailableProps {
  readonly problem: ConnectionProblem
  readonly firm: string
  /** The environment of the firm's key. */
  readonly environment: Environment
}

/** Why the request cannot be approved, and what would help. */
export function ConsentUnavailable({ problem, firm, environment }: UnavailableProps) {
  const { email } = usePerson()
  const { title, text } =
    problem === 'other_environment' ? OTHER_ENVIRONMENT[environment] : REASONS[problem]
  return (
    <Alert color="fruit" title={title} maw={640}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{text}</Text>
        {problem === 'no_portfolio' ? (
          <>
            <Text size="sm">You are signed in as {email}.</Text>
            <Button variant="default" size="xs" onClick={() => signOut(redirectToSignIn)}>
              Sign in with another account
            </Button>
          </>
        ) : (
          <Text size="sm">{firm} has not received any of your data through this link.</Text>
        )}
      </Stack>
    </Alert>
  )
}

/** Shown to a client who has an active grant for this key: a key has one grant per client. */
export function AlreadyConnected({ firm, grantId }: { firm: string; grantId: string }) {
  return (
    <Alert color="leaf" title="You are already connected" maw={640}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {firm} already has access to your portfolio through this key. To share more or less,
          change that connection.
        </Text>
        <Button component={Link} href={`/connected-apps/${grantId}/edit`} size="xs">
          Change the connection
        </Button>
      </Stack>
    </Alert>
  )
}
