import { useQuery } from 'urql'
import { useParams } from 'wouter'
import { askEarly, type PageParams } from '../../data/client.ts'
import { isNotFound } from '../../data/not-found.ts'
import { RequestErrorsDocument } from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { ErrorGroups } from './error-groups.tsx'
import { KeyLink } from './key-link.tsx'
import { RequestList } from './request-list.tsx'

/** Asks for what the page shows. */
export function prefetch({ keyId = '' }: PageParams): void {
  askEarly(RequestErrorsDocument, { keyId })
}

/** The requests of programs with a key in the last days, and their results. */
export default function RequestsPage() {
  const { firmId, keyId } = useParams<{ firmId: string; keyId: string }>()
  const query = useQuery({ query: RequestErrorsDocument, variables: { keyId } })
  const [{ data }] = query
  const key = data?.apiKey
  // The address is valid only with the key's own firm.
  if (isNotFound(query) || (key && key.firm.id !== firmId)) return <NotFound />
  const keyPath = `/firms/${firmId}/service-api/${keyId}`
  return (
    <PortalPage
      title={t('Requests')}
      description={rich(
        'What was asked with {keylink} in the last 7 days, and how it was answered. Secrets are never stored.',
        { keylink: <KeyLink path={keyPath} name={key?.name} /> },
      )}
    >
      <QueryView of={query} skeleton={<RowsSkeleton rows={4} height={140} />}>
        {({ apiKey }) =>
          apiKey && (
            <>
              <ErrorGroups groups={apiKey.errorGroups} keyPath={keyPath} />
              <RequestList keyId={keyId} keyPath={keyPath} />
            </>
          )
        }
      </QueryView>
    </PortalPage>
  )
}
