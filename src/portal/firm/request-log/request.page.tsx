import { Text } from '@mantine/core'
import { useParams, useSearchParams } from 'wouter'
import { useQuery } from '../../data/use-query.ts'
import { LoggedRequestsDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryPage } from '../../ui/query-page.tsx'
import { To } from '../../ui/to.tsx'
import { RequestDetails } from './request-details.tsx'

/** The requests with one id: their parameters, results, reasons and remedies. */
export default function RequestPage() {
  const { firmId, requestId } = useParams<Record<'firmId' | 'requestId', string>>()
  const [params] = useSearchParams()
  const variables = { firmId, requestId, keyId: params.get('key') }
  const query = useQuery(LoggedRequestsDocument, variables)
  return (
    <QueryPage
      of={query}
      title={t('Request')}
      description={
        <>
          <To href={`/firms/${firmId}/logs?${params}`}>{t('All requests')}</To>{' '}
          <CopyId id={requestId} of={t('the request')} />
        </>
      }
      rows={1}
      height={320}
    >
      {({ loggedRequests }) => {
        // A caller may use an id again, with a key of another firm of the reader as well.
        const found = loggedRequests.filter(({ key }) => key.firm.id === firmId)
        return (
          <>
            {found.length === 0 && <NotStored />}
            {found.length > 1 && (
              <Text>{t('This ID was sent with several requests. The newest is first.')}</Text>
            )}
            {found.map((request) => (
              <RequestDetails key={request.id} of={request} />
            ))}
          </>
        )
      }}
    </QueryPage>
  )
}

function NotStored() {
  return (
    <EmptyState title={t('This request is not stored')}>
      {t(
        'Requests are kept for 7 days, and of many that ended alike only the newest. A request appears here within a minute. Contact support with its ID.',
      )}
    </EmptyState>
  )
}
