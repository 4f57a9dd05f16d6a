import { Anchor, Skeleton, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import type { PortalError } from '../data/error.ts'
import { post } from '../data/session/http.ts'
import { t } from '../i18n/text.ts'
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
      <CenteredPage title={t('Invitation')}>
        <ErrorNotice error={error} title={t('This invitation does not work')} />
        <Anchor href="/sign-in">{t('Sign in instead')}</Anchor>
      </CenteredPage>
    )
  }
  if (!invited) {
    return (
      <CenteredPage title={t('Invitation')}>
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
      title={t('Welcome, {name}', { name: invited.name })}
      description={
        invited.ends.length > 0
          ? t('Choose a new password. {ends}', { ends: describeEnded(invited.ends) })
          : t('Choose a password to finish setting up your account.')
      }
    >
      <InvitationForm token={token} invited={invited} />
    </CenteredPage>
  )
}

function FirmInvitationPage({ token, invited }: { token: string; invited: FirmInvitation }) {
  const { firm, role, acceptance } = invited
  const asRole = t(
    '{firm} invites you as {role, select, admin {an admin} developer {a developer} other {a member}}. {may}.',
    {
      firm,
      role,
      may: ROLES[role].may,
    },
  )
  if (acceptance === 'sign_in' || acceptance === 'signed_in')
    return (
      <CenteredPage title={t('Join {firm}', { firm })} description={asRole}>
        <JoinFirm token={token} invited={invited} />
      </CenteredPage>
    )
  return (
    <CenteredPage
      title={t('Welcome, {name}', { name: invited.name })}
      description={t('{asRole} Choose a password to accept.', { asRole })}
    >
      <InvitationForm token={token} invited={invited} />
      {acceptance === 'either' && <SignInInstead token={token} />}
    </CenteredPage>
  )
}
