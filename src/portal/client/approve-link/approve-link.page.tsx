import { useState } from 'react'
import { useParams } from 'wouter'
import { askEarly, type PageParams, useQuery } from '../../data/use-query.ts'
import { ConsentRequestDocument, type ConsentRequestQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { PortalPage } from '../../ui/page.tsx'
import { QueryView } from '../../ui/page-parts.tsx'
import { type Answer, Answered } from './answered.tsx'
import { ConsentForm } from './consent-form.tsx'
import { ConsentUnavailable } from './consent-unavailable.tsx'
import { InvalidLink } from './invalid-link.tsx'
import { OwnAccess } from './own-access.tsx'
import { ReturnToFirm } from './return-to-firm.tsx'

/** Asks for what the page shows. */
export function prefetch({ link = '' }: PageParams): void {
  askEarly(ConsentRequestDocument, { link })
}

/** The page that a connection link opens: the firm's request, and the client's decision. */
export default function ConnectPage() {
  const { link } = useParams<{ link: string }>()
  const query = useQuery(ConsentRequestDocument, { link })
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { data, error } = query
  if (answer) return <Answered link={link} answer={answer} />
  if (!data && error && INVALID_LINK.includes(error.code)) return <InvalidLink error={error} />
  return (
    <PortalPage
      title={
        data && asksForChange(data.connectionRequest)
          ? t('Request for a change')
          : t('Connection request')
      }
    >
      <QueryView of={query} rows={2} height={300}>
        {({ connectionRequest: request }) => (
          <>
            <Consent link={link} request={request} onAnswer={setAnswer} />
            <OwnAccess request={request} />
            <ReturnToFirm request={request} />
          </>
        )}
      </QueryView>
    </PortalPage>
  )
}

const INVALID_LINK = ['invalid_parameter', 'record_not_found']

type Request = ConsentRequestQuery['connectionRequest']

// A client who approved this link has no change to answer.
function asksForChange({ activeGrant, asked, answer }: Request): boolean {
  return activeGrant !== null && asked !== null && answer !== 'approved'
}

interface ConsentProps {
  readonly link: string
  readonly request: Request
  readonly onAnswer: (answer: Answer) => void
}

/** The form, or why the request cannot be approved. */
function Consent({ link, request, onAnswer }: ConsentProps) {
  const { asked, activeGrant, answer } = request
  if (!asked || (activeGrant && !asksForChange(request)))
    return <ConsentUnavailable request={request} />
  return (
    <ConsentForm
      key={activeGrant?.version}
      link={link}
      asked={asked}
      grant={activeGrant}
      isAnswered={answer !== null}
      onAnswer={onAnswer}
    />
  )
}
