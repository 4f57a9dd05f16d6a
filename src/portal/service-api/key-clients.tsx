import { Code, Stack, Table, Text } from '@mantine/core'
import { ScopeBadges, StateBadge } from '../components/badges.tsx'
import { Instant } from '../components/instant.tsx'
import { LoadMore, usePages } from '../components/load-more.tsx'
import { QueryView } from '../components/query-view.tsx'
import { RowsSkeleton } from '../components/rows-skeleton.tsx'
import { Section } from '../components/section.tsx'
import { KeyClientsDocument, type KeyClientsQuery } from '../generated/graphql.ts'
import { useList } from '../use-list.ts'
import { filterInWords } from './filter-in-words.ts'

type Grant = NonNullable<KeyClientsQuery['apiKey']>['grants']['nodes'][number]

/** Who granted the key what, newest first, the ended ones as well. */
export function KeyClients({ keyId }: { keyId: string }) {
  const [pages, more] = usePages()
  const last = pages.at(-1)
  return (
    <Section title="Clients" description="What each has granted to this key.">
      {pages.map((after) => (
        <ClientsPart
          key={after}
          keyId={keyId}
          after={after}
          onMore={after === last ? more : null}
        />
      ))}
    </Section>
  )
}

interface PartProps {
  readonly keyId: string
  readonly after: string | null
  readonly onMore: ((after: string) => void) | null
}

function ClientsPart({ keyId, after, onMore }: PartProps) {
  const grants = useList(KeyClientsDocument, { keyId, after }, 'PartnerGrant')
  return (
    <QueryView of={grants} skeleton={<RowsSkeleton rows={2} height={64} />}>
      {({ apiKey }) =>
        apiKey && (
          <>
            {apiKey.grants.nodes.length > 0 && <GrantTable grants={apiKey.grants.nodes} />}
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

const COLUMNS = ['Client', 'Scopes', 'Assets', 'Last read', 'Ends', 'State']

function GrantTable({ grants }: { grants: readonly Grant[] }) {
  return (
    <Table.ScrollContainer minWidth={820}>
      <Table verticalSpacing="sm" aria-label="Clients of this key">
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map((name) => (
              <Table.Th key={name} scope="col">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {grants.map((grant) => (
            <GrantRow key={grant.id} grant={grant} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function GrantRow({ grant }: { grant: Grant }) {
  const { client } = grant
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        <Stack gap={2} align="flex-start">
          {client.name}
          <Code>{client.id}</Code>
        </Stack>
      </Table.Th>
      <Table.Td>
        <ScopeBadges scopes={grant.effectiveScopes} />
      </Table.Td>
      <Table.Td>{filterInWords(grant.filter)}</Table.Td>
      <Table.Td>
        <Instant at={grant.lastReadAt} />
      </Table.Td>
      <Table.Td>
        <Instant at={grant.revokedAt ?? grant.expiresAt} otherwise="When revoked" />
      </Table.Td>
      <Table.Td>
        <StateBadge state={grant.state} />
      </Table.Td>
    </Table.Tr>
  )
}
