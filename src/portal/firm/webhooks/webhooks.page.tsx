import { useParams } from 'wouter'
import { usePages } from '../../data/use-pages.ts'
import { KeyLink, KeySelect } from '../../domain/keys/key-filter.tsx'
import { useKeyFilter } from '../../domain/keys/use-key-filter.ts'
import { type Environment, FirmWebhooksDocument } from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { PagesView } from '../../ui/pages-view.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { To } from '../../ui/to.tsx'
import { KeyEndpoints, NoEndpoints } from './key-endpoints.tsx'
import { type ShownState, StateBadge } from './webhook-section.tsx'

/** The webhook endpoints of a firm: of the chosen key with their last attempts, or a list of all. */
export default function WebhooksPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const filter = useKeyFilter(firmId)
  const { keyId, chosen } = filter
  if (filter.isUnknown) return <NotFound />
  return (
    <PortalPage
      title={t('Webhooks')}
      description={
        keyId === null
          ? t(
              'Addresses of yours that get what changes for a key, signed. Choose a key to add one.',
            )
          : rich('Each change for {anchor} is sent to these addresses, signed.', {
              anchor: <KeyLink firmId={firmId} id={keyId} name={chosen?.name} />,
            })
      }
    >
      <KeySelect of={filter} otherwise={t('All keys')} />
      {keyId === null ? (
        <EndpointList firmId={firmId} environment={filter.environment} />
      ) : (
        <KeyEndpoints key={keyId} keyId={keyId} />
      )}
    </PortalPage>
  )
}

interface Props {
  readonly firmId: string
  readonly environment: Environment
}

interface Row {
  readonly id: string
  readonly keyId: string
  readonly keyName: string
  readonly endpoint: ShownState & { readonly url: string }
}

// The webhook endpoints of all keys of a firm. Each leads to those of its key.
function EndpointList({ firmId, environment }: Props) {
  const keys = usePages(
    FirmWebhooksDocument,
    (after) => ({ firmId, environment, after }),
    ({ firm }) => firm?.apiKeys,
  )
  return (
    <PagesView of={keys}>
      {(nodes) => {
        const rows = nodes.flatMap(({ id: keyId, name: keyName, webhookEndpoints }) =>
          webhookEndpoints.map((endpoint) => ({ id: endpoint.id, keyId, keyName, endpoint })),
        )
        if (rows.length === 0) return <NoEndpoints />
        return <RecordTable label={t('Endpoints')} columns={columnsFor(firmId)} records={rows} />
      }}
    </PagesView>
  )
}

function columnsFor(firmId: string): readonly Column<Row>[] {
  return [
    {
      name: t('Endpoint'),
      cell: ({ keyId, endpoint }) => (
        <To href={`/firms/${firmId}/webhooks?key=${keyId}`}>{endpoint.url}</To>
      ),
    },
    { name: t('Key'), cell: ({ keyName }) => keyName },
    { name: t('Status'), cell: ({ endpoint }) => <StateBadge endpoint={endpoint} /> },
  ]
}
