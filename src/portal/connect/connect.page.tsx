import { Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { faultOf } from '../fault.ts'
import { ConnectionAskedDocument } from '../generated/graphql.ts'
import { useList } from '../use-list.ts'
import { Answer } from './answer.tsx'
import { Asking } from './asking.tsx'
import { BadLink, Connected, Declined } from './ends.tsx'
import { AlreadyConnected, Refused } from './refusals.tsx'

type Outcome =
  | { readonly kind: 'declined' }
  | { readonly kind: 'connected'; readonly grantId: string }

/** What a connection link asks for, and the client's answer to it. */
export default function ConnectPage() {
  const { link } = useParams<{ link: string }>()
  const request = useList(ConnectionAskedDocument, { link }, 'PartnerGrant')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [{ data, error }] = request
  const fault = error && faultOf(error)
  const firm = data?.connectionRequest.key.firmName ?? 'The firm'
  if (outcome?.kind === 'connected') return <Connected firm={firm} grantId={outcome.grantId} />
  if (outcome?.kind === 'declined') return <Declined firm={firm} />
  if (!data && fault && BAD_LINK.includes(fault.code)) return <BadLink fault={fault} />
  return (
    <Page
      title="Connection request"
      description="A firm asks to read your portfolio. You decide what it can see, and can change that at any time."
    >
      <QueryView of={request} skeleton={<Waiting />}>
        {({ connectionRequest: asked }) => (
          <>
            <Asking asked={asked} />
            {asked.activeGrant && <AlreadyConnected firm={firm} grantId={asked.activeGrant.id} />}
            {!asked.activeGrant && asked.refusal && (
              <Refused refusal={asked.refusal} firm={firm} environment={asked.key.environment} />
            )}
            {!asked.activeGrant && !asked.refusal && (
              <Answer
                link={link}
                asked={asked}
                onConnected={(grantId) => setOutcome({ kind: 'connected', grantId })}
                onDeclined={() => setOutcome({ kind: 'declined' })}
              />
            )}
          </>
        )}
      </QueryView>
    </Page>
  )
}

const BAD_LINK = ['invalid_parameter', 'record_not_found']

function Waiting() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton height={260} />
      <Skeleton height={480} />
    </Stack>
  )
}
