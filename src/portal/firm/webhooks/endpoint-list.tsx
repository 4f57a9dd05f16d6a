import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { usePages } from '../../data/use-pages.ts'
import { type Environment, FirmWebhooksDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { PagesView } from '../../ui/pages-view.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { type ShownState, StateBadge } from './webhook-section.tsx'

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

/** The webhook endpoints of all keys of a firm. Each leads to those of its key. */
export function EndpointList({ firmId, environment }: Props) {
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
        if (rows.length === 0)
          return (
            <Text c="dimmed">
              {t('No endpoints yet. Without one, ask for changes with the API.')}
            </Text>
          )
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
        <Anchor component={Link} inherit href={`/firms/${firmId}/webhooks?key=${keyId}`}>
          {endpoint.url}
        </Anchor>
      ),
    },
    { name: t('Key'), cell: ({ keyName }) => keyName },
    { name: t('Status'), cell: ({ endpoint }) => <StateBadge endpoint={endpoint} /> },
  ]
}
