import { Anchor, Skeleton, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import type { PortalError } from '../data/error.ts'
import { post } from '../data/session/http.ts'
import { CenteredPage } from '../ui/centered-page.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ROLES } from '../words/roles.ts'
import {
  describeEnded,
  type FirmInvitation,
  InvitationForm,
  type Invited,
} from './invitation-form.tsx'
import { JoinFirm, SignInInstead } from './join-firm.tsx'

/** The page that an invitation opens: the invited user sets a password. */
export default function InvitationPage() {
  const { token = '' } = useParams<{ token: string }>()
  const [invited, setInvited] = useState<Invited | FirmInvitation | null>(null)
  const [error, setError] = useState<PortalError | null>(null)
  useEffect(() => {
    let current = true
    post<Invited | FirmInvitation>('/api/invitations/check', { token }).then((result) => {
      if (!current) return
      if ('body' in result) setInvited(result.body)
      else setError(result.error)
    })
    return () => {
      current = false
    }
  }, [token])
  if (error) {
    return (
      <CenteredPage title="Invitation">
        <ErrorNotice error={error} title="This invitation does not work" />
        <Anchor href="/sign-in">Sign in instead</Anchor>
      </CenteredPage>
    )
  }
  if (!invited) {
    return (
      <CenteredPage title="Invitation">
        <Stack aria-busy>
          <Skeleton height={60} />
          <Skeleton height={60} />
          <Skeleton height={36} />
        </Stack>
      </CenteredPage>
    )
  }
  if ('firm' in invited) return <FirmInvitationPage token={token} invited={invited} />
  return (
    <CenteredPage
      title={`Welcome, ${invited.name}`}
      description={
        invited.ends.length > 0
          ? `Choose a new password. ${describeEnded(invited.ends)}`
          : 'Choose a password to finish setting up your account.'
      }
    >
      <InvitationForm token={token} invited={invited} />
    </CenteredPage>
  )
}

function FirmInvitationPage({ token, invited }: { token: string; invited: FirmInvitation }) {
  const { firm, role, acceptance } = invited
  const asRole = `${firm} invites you as ${role === 'admin' ? 'an admin' : 'a member'}. ${ROLES[role].may}.`
  if (acceptance === 'sign_in' || acceptance === 'signed_in')
    return (
      <CenteredPage title={`Join ${firm}`} description={asRole}>
        <JoinFirm token={token} invited={invited} />
      </CenteredPage>
    )
  return (
    <CenteredPage
      title={`Welcome, ${invited.name}`}
      description={`${asRole} Choose a password to accept.`}
    >
      <InvitationForm token={token} invited={invited} />
      {acceptance === 'either' && <SignInInstead token={token} />}
    </CenteredPage>
  )
}
