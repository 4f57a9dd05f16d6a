import { Anchor, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { Link, useParams } from 'wouter'
import { isNotFound } from '../../data/not-found.ts'
import { LoggedRequestsDocument } from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { KeyLink } from './key-link.tsx'
import { RequestDetails } from './request-details.tsx'

/** The requests with one id: their parameters, results, reasons and remedies. */
export default function RequestPage() {
  const { firmId, keyId, requestId } = useParams<Record<'firmId' | 'keyId' | 'requestId', string>>()
  const query = useQuery({ query: LoggedRequestsDocument, variables: { requestId, keyId } })
  const [{ data }] = query
  const key = data?.apiKey
  // The address is valid only with the key's own firm.
  if (isNotFound(query) || (key && key.firm.id !== firmId)) return <NotFound />
  const keyPath = `/firms/${firmId}/service-api/${keyId}`
  return (
    <PortalPage
      title={t('Request')}
      description={rich('A request with {keylink}. <link>All requests</link>', {
        keylink: <KeyLink path={keyPath} name={key?.name} />,
        link: (parts) => (
          <Anchor component={Link} inherit href={`${keyPath}/requests`}>
            {parts}
          </Anchor>
        ),
      })}
    >
      <CopyId id={requestId} of={t('the request')} />
      <QueryView of={query} skeleton={<RowsSkeleton rows={1} height={320} />}>
        {({ loggedRequests }) => (
          <>
            {loggedRequests.length === 0 && <NotStored />}
            {loggedRequests.length > 1 && (
              <Text>{t('This ID was sent with several requests. The newest is first.')}</Text>
            )}
            {loggedRequests.map((request) => (
              <RequestDetails key={request.id} of={request} />
            ))}
          </>
        )}
      </QueryView>
    </PortalPage>
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
