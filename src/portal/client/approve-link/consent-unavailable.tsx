import { Alert, Button, Stack, Text } from '@mantine/core'
import { usePerson } from '../../data/session/person.ts'
import { redirectToSignIn } from '../../data/session/sign-in-redirect.ts'
import type {
  ConnectionProblem,
  ConsentRequestQuery,
  Environment,
} from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { ButtonTo, Name } from '../../ui/inline.tsx'
import { SignOut } from '../../ui/sign-out.tsx'
import { SupportLink } from '../../ui/support-link.tsx'

interface Reason {
  readonly title: string
  readonly text: string
}

const REASONS: Readonly<Record<Exclude<ConnectionProblem, 'other_environment'>, Reason>> = {
  no_portfolio: {
    title: t('Only clients can approve this'),
    text: t('This account has no portfolio. If you have another account, sign in with that one.'),
  },
  not_proved: {
    title: t('Prove first that this account is yours'),
    text: t(
      'Set a new password by “Forgot password?” on the sign-in page, or with a link from your administrator. Then open this link again.',
    ),
  },
  key_ended: {
    title: t('This request is no longer valid'),
    text: t('The firm’s key has been revoked or has expired. Ask the firm for a new link.'),
  },
  link_revoked: {
    title: t('The firm has withdrawn this link'),
    text: t('Ask the firm for a new one.'),
  },
  link_used: {
    title: t('This link was for one approval'),
    text: t('It was approved by another person. Ask the firm for a new one.'),
  },
  link_expired: { title: t('This link has expired'), text: t('Ask the firm for a new one.') },
  link_ended: {
    title: t('This link is no longer valid'),
    text: t(
      'The person at the firm who created it can no longer share links. Ask the firm for a new one.',
    ),
  },
  plan_lapsed: {
    title: t('The firm cannot connect at the moment'),
    text: t(
      'Its Enterprise plan is not active. Once it is, this link works again until it expires.',
    ),
  },
}

// A key has one grant for each client.
const CONNECTED: Reason = {
  title: t('You are already connected'),
  text: t(
    'The firm has access to your portfolio through this key. To share more or less, change that connection.',
  ),
}

const USED_BY_SELF: Reason = {
  title: t('This link was for one approval'),
  text: t('It was yours. Ask the firm for a new one.'),
}

/** By the environment of the client, where that of the firm's key is the other one. */
const OTHER_ENVIRONMENT: Readonly<Record<Environment, Reason>> = {
  production: {
    title: t('This is a test request'),
    text: t('It cannot be used with a real account. Ask the firm for a production link.'),
  },
  sandbox: {
    title: t('This request is for real accounts'),
    text: t('It cannot be used with a test account. Ask the firm for a sandbox link.'),
  },
}

type Request = ConsentRequestQuery['connectionRequest']

/** The firm of a request that cannot be approved, the reason, and the remedy. */
export function ConsentUnavailable({ request }: { readonly request: Request }) {
  const { firmName, problem, activeGrant, answer } = request
  const { email, environment } = usePerson()
  // Without a problem, the client approved the link.
  const isConnected = activeGrant !== null || problem === null
  const { title, text } = isConnected ? CONNECTED : reasonOf(problem, answer, environment)
  return (
    <Alert color={isConnected ? 'leaf' : 'fruit'} title={title} maw={640}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{rich('From {name}.', { name: <Name>{firmName}</Name> })}</Text>
        <Text size="sm">{text}</Text>
        {activeGrant && (
          <ButtonTo href={`/connected-apps/${activeGrant.id}/edit`} size="xs">
            {t('Change the connection')}
          </ButtonTo>
        )}
        {problem === 'not_proved' && <SupportLink />}
        {problem === 'no_portfolio' && (
          <>
            <Text size="sm">{t('You are signed in as {email}.', { email })}</Text>
            <OtherAccount size="xs" />
          </>
        )}
      </Stack>
    </Alert>
  )
}

function reasonOf(
  problem: ConnectionProblem,
  answer: Request['answer'],
  environment: Environment | null,
): Reason {
  if (problem === 'other_environment') return OTHER_ENVIRONMENT[environment ?? 'production']
  return problem === 'link_used' && answer === 'approved' ? USED_BY_SELF : REASONS[problem]
}

/** Signs out, and leads back to the link after a sign-in. */
export function OtherAccount({ size }: { readonly size?: 'xs' }) {
  return (
    <SignOut onSignedOut={redirectToSignIn}>
      {(signOut) => (
        <Button variant="default" size={size} onClick={signOut}>
          {t('Sign in with another account')}
        </Button>
      )}
    </SignOut>
  )
}
