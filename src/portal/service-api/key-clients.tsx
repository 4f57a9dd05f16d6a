import { Code, Stack, Text } from '@mantine/core'
import { ScopeBadges, StateBadge } from '../components/badges.tsx'
import { Instant } from '../components/instant.tsx'
import { type ListPage, LoadMore, Pages } from '../components/load-more.tsx'
import { QueryView } from '../components/query-view.tsx'
import { type Column, RecordTable } from '../components/record-table.tsx'
import { RowsSkeleton } from '../components/rows-skeleton.tsx'
import { Section } from '../components/section.tsx'
import { KeyClientsDocument, type KeyClientsQuery } from '../generated/graphql.ts'
import { useList } from '../use-list.ts'
import { filterInWords } from './filter-in-words.ts'

type Grant = NonNullable<KeyClientsQuery['apiKey']>['grants']['nodes'][number]

/** Who granted the key what, newest first, the ended ones as well. */
export function KeyClients({ keyId }: { keyId: string }) {
  return (
    <Section title="Clients" description="What each has granted to this key.">
      <Pages>{(page) => <ClientsPart {...page} keyId={keyId} />}</Pages>
    </Section>
  )
}

interface PartProps extends ListPage {
  readonly keyId: string
}

function ClientsPart({ keyId, after, onMore }: PartProps) {
  const grants = useList(KeyClientsDocument, { keyId, after }, 'PartnerGrant')
  return (
    <QueryView of={grants} skeleton={<RowsSkeleton rows={2} height={64} />}>
      {({ apiKey }) =>
        apiKey && (
          <>
            {apiKey.grants.nodes.length > 0 && (
              <RecordTable
                label="Clients of this key"
                columns={COLUMNS}
                records={apiKey.grants.nodes}
                keyOf={({ id }) => id}
              />
            )}
            {apiKey.grants.nodes.length === 0 && after === null && (
              <Text size="sm" c="dimmed">
                No client yet. Make a connection link and send it to them: whoever approves it is
                listed here.
              </Text>
            )}
            {onMore && <LoadMore of={apiKey.grants.pageInfo} onMore={onMore} />}
          </>
        )
      }
    </QueryView>
  )
}

const COLUMNS: readonly Column<Grant>[] = [
  {
    name: 'Client',
    cell: ({ client }) => (
      <Stack gap={2} align="flex-start">
        {client.name}
        <Code>{client.id}</Code>
      </Stack>
    ),
  },
  { name: 'Reads', cell: ({ effectiveScopes }) => <ScopeBadges scopes={effectiveScopes} /> },
  { name: 'Assets', cell: ({ filter }) => filterInWords(filter) },
  { name: 'Last read', cell: ({ lastReadAt }) => <Instant at={lastReadAt} /> },
  {
    name: 'Ends',
    cell: ({ revokedAt, expiresAt }) => (
      <Instant at={revokedAt ?? expiresAt} otherwise="When revoked" />
    ),
  },
  { name: 'State', cell: ({ state }) => <StateBadge state={state} /> },
]
