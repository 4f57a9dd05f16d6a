import { Anchor, Skeleton, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { ErrorNotice } from '../components/error-notice.tsx'
import type { Fault } from '../fault.ts'
import { post } from '../session/auth.ts'
import { Front } from './front.tsx'
import { InvitationForm, type Invited } from './invitation-form.tsx'

/** Where an invitation leads: it says whom it is for, and takes their password. */
export default function InvitationPage() {
  const { token = '' } = useParams<{ token: string }>()
  const [invited, setInvited] = useState<Invited | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  useEffect(() => {
    let current = true
    post<Invited>('/api/invitations/check', { token }).then((answer) => {
      if (!current) return
      if ('body' in answer) setInvited(answer.body)
      else setFault(answer.fault)
    })
    return () => {
      current = false
    }
  }, [token])
  if (fault) {
    return (
      <Front title="Invitation">
        <ErrorNotice fault={fault} title="This invitation does not work" />
        <Anchor href="/sign-in">Sign in instead</Anchor>
      </Front>
    )
  }
  if (!invited) {
    return (
      <Front title="Invitation">
        <Stack aria-busy>
          <Skeleton height={60} />
          <Skeleton height={60} />
          <Skeleton height={36} />
        </Stack>
      </Front>
    )
  }
  return (
    <Front
      title={`Welcome, ${invited.name}`}
      description="Choose a password to finish setting up your account."
    >
      <InvitationForm token={token} invited={invited} />
    </Front>
  )
}
