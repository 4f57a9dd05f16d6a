import { Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { useParams } from 'wouter'
import { askEarly, type PageParams } from '../../data/client.ts'
import { toPortalError } from '../../data/error.ts'
import { ConsentRequestDocument, type ConsentRequestQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Connected } from './connected.tsx'
import { ConsentForm } from './consent-form.tsx'
import { ConsentRequest } from './consent-request.tsx'
import { AlreadyConnected, ConsentUnavailable } from './consent-unavailable.tsx'
import { Declined } from './declined.tsx'
import { InvalidLink } from './invalid-link.tsx'
import { OwnAccess } from './own-access.tsx'
import { ReturnToFirm } from './return-to-firm.tsx'

type Decision =
  | { readonly kind: 'declined' }
  | { readonly kind: 'connected'; readonly grantId: string }

/** Asks for what the page shows. */
export function prefetch({ link = '' }: PageParams): void {
  askEarly(ConsentRequestDocument, { link })
}

/** The page that a connection link opens: the firm's request, and the client's decision. */
export default function ConnectPage() {
  const { link } = useParams<{ link: string }>()
  const query = useQuery({ query: ConsentRequestDocument, variables: { link } })
  const [decision, setDecision] = useState<Decision | null>(null)
  const [{ data, error }] = query
  const linkError = error && toPortalError(error, 'ConsentRequest')
  const firm = data?.connectionRequest.firmName ?? t('The firm')
  if (decision?.kind === 'connected')
    return <Connected link={link} firm={firm} grantId={decision.grantId} />
  if (decision?.kind === 'declined') return <Declined link={link} />
  if (!data && linkError && INVALID_LINK.includes(linkError.code))
    return <InvalidLink error={linkError} />
  return (
    <PortalPage
      title={t('Connection request')}
      description={t(
        'A firm asks to read your portfolio. You decide what it can see, and can change that at any time.',
      )}
    >
      <QueryView of={query} skeleton={<Loading />}>
        {({ connectionRequest }) => (
          <>
            {connectionRequest.asked && (
              <ConsentRequest
                asked={connectionRequest.asked}
                isAnswered={connectionRequest.answer !== null}
              />
            )}
            <OwnAccess request={connectionRequest} />
            <Consent link={link} request={connectionRequest} onDecision={setDecision} />
            <ReturnToFirm
              returnAddress={connectionRequest.returnAddress}
              firm={connectionRequest.firmName}
            />
          </>
        )}
      </QueryView>
    </PortalPage>
  )
}

const INVALID_LINK = ['invalid_parameter', 'record_not_found']

interface ConsentProps {
  readonly link: string
  readonly request: ConsentRequestQuery['connectionRequest']
  readonly onDecision: (decision: Decision) => void
}

/** The form, or why the request cannot be approved. */
function Consent({ link, request, onDecision }: ConsentProps) {
  const { firmName, asked, activeGrant, problem, answer } = request
  if (activeGrant) return <AlreadyConnected firm={firmName} grantId={activeGrant.id} />
  if (problem) return <ConsentUnavailable firm={firmName} problem={problem} answer={answer} />
  if (!asked) return null
  return (
    <ConsentForm
      link={link}
      asked={asked}
      onConnected={(grantId) => onDecision({ kind: 'connected', grantId })}
      onDeclined={() => onDecision({ kind: 'declined' })}
    />
  )
}

function Loading() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton height={260} />
      <Skeleton height={480} />
    </Stack>
  )
}
