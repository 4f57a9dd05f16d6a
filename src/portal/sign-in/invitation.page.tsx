import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useCallback } from 'react'
import { useLocation, useParams } from 'wouter'
import { post } from '../data/session/http.ts'
import { useLoaded } from '../data/session/use-get.ts'
import { usePost } from '../data/session/use-post.ts'
import type { MemberRole } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { CenteredPage } from '../ui/centered-page.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'
import {
  describeEnded,
  type FirmInvitation,
  InvitationForm,
  type Invited,
} from './invitation-form.tsx'

/** The page that an invitation opens: the invited user sets a password. */
export default function InvitationPage() {
  const { token = '' } = useParams<{ token: string }>()
  const {
    data: invited,
    error,
    reload,
  } = useLoaded(
    useCallback(() => post<Invited | FirmInvitation>('/api/invitations/check', { token }), [token]),
  )
  if (!invited)
    return (
      <CenteredPage title={t('Invitation')}>
        {error ? (
          <>
            {error.code === 'invalid_invitation' ? (
              <ErrorNotice error={error} title={t('This invitation does not work')} />
            ) : (
              <ErrorNotice error={error} onRetry={reload} />
            )}
            <Anchor href="/sign-in">{t('Sign in instead')}</Anchor>
          </>
        ) : (
          <RowsSkeleton rows={3} />
        )}
      </CenteredPage>
    )
  if ('firm' in invited) return <FirmInvitationPage token={token} invited={invited} />
  return (
    <CenteredPage
      title={t('Welcome, {name}', { name: invited.name })}
      description={
        invited.ends.length > 0
          ? t('Choose a new password. {ends}', { ends: describeEnded(invited.ends) })
          : t('Choose a password to finish setting up your account.')
      }
    >
      <InvitationForm token={token} email={invited.email} />
    </CenteredPage>
  )
}

// Said to the person who gets the role.
const MAY: Readonly<Record<MemberRole, string>> = {
  member: t('You can see keys, clients and activity. You can change nothing.'),
  developer: t(
    'You can manage sandbox keys with their webhooks and links. You can change nothing of production.',
  ),
  admin: t('You can manage API keys, connection links and members.'),
}

function FirmInvitationPage({ token, invited }: { token: string; invited: FirmInvitation }) {
  const { name, email, firm, role, acceptance } = invited
  const asRole = t(
    '{firm} invites you as {role, select, admin {an admin} developer {a developer} other {a member}}. {may}',
    { firm, role, may: MAY[role] },
  )
  if (acceptance === 'sign_in' || acceptance === 'signed_in')
    return (
      <CenteredPage title={t('Join {firm}', { firm })} description={asRole}>
        <JoinFirm token={token} invited={invited} />
      </CenteredPage>
    )
  return (
    <CenteredPage
      title={t('Welcome, {name}', { name })}
      description={t('{asRole} Choose a password to accept.', { asRole })}
    >
      <InvitationForm token={token} email={email} />
      {acceptance === 'either' && <SignInInstead token={token} />}
    </CenteredPage>
  )
}

interface Props {
  readonly token: string
  readonly invited: FirmInvitation
}

// Accepts the invitation of a firm with the account that the person has.
function JoinFirm({ token, invited: { email, firm, acceptance } }: Props) {
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

// For a person who has an account: it is not known here whether they do.
function SignInInstead({ token }: Pick<Props, 'token'>) {
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
