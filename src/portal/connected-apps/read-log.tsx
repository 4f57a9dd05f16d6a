import { Stack, Table, Text } from '@mantine/core'
import { ScopeBadges } from '../components/badges.tsx'
import { LoadMore, usePages } from '../components/load-more.tsx'
import { QueryView } from '../components/query-view.tsx'
import { Section } from '../components/section.tsx'
import { GrantReadsDocument, type GrantReadsQuery } from '../generated/graphql.ts'
import { useList } from '../use-list.ts'
import { instantInWords, numberInWords } from '../words.ts'
import { endpointInWords } from './endpoints.ts'

/** What was read by a grant, hour by hour, newest first. */
export function ReadLog({ grantId }: { grantId: string }) {
  const [pages, more] = usePages()
  const last = pages.at(-1)
  return (
    <Section
      title="Read log"
      description="What was read, with which scopes, of how many assets, by the hour."
    >
      <Stack>
        {pages.map((after) => (
          <Part key={after} id={grantId} after={after} onMore={after === last ? more : null} />
        ))}
      </Stack>
    </Section>
  )
}

interface PartProps {
  readonly id: string
  readonly after: string | null
  readonly onMore: ((after: string) => void) | null
}

function Part({ id, after, onMore }: PartProps) {
  const reads = useList(GrantReadsDocument, { id, after }, 'ReadLogEntry')
  return (
    <QueryView of={reads}>
      {({ grant }) =>
        grant && (
          <>
            {grant.reads.nodes.length > 0 && <Entries entries={grant.reads.nodes} />}
            {grant.reads.nodes.length === 0 && after === null && (
              <Text size="sm" c="dimmed">
                Nothing has been read yet. What is read is listed here within a minute.
              </Text>
            )}
            {onMore && <LoadMore of={grant.reads.pageInfo} onMore={onMore} />}
          </>
        )
      }
    </QueryView>
  )
}

type Entry = NonNullable<GrantReadsQuery['grant']>['reads']['nodes'][number]

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table verticalSpacing="sm" aria-label="Read log" className="digits">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Hour from</Table.Th>
            <Table.Th scope="col">What was read</Table.Th>
            <Table.Th scope="col">Scopes</Table.Th>
            <Table.Th scope="col" ta="right">
              Requests
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Assets
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Row key={`${entry.hour} ${entry.endpoint} ${entry.scopes}`} entry={entry} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Row({ entry: { hour, endpoint, scopes, requests, assets } }: { entry: Entry }) {
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <time dateTime={hour}>{instantInWords(hour)}</time>
      </Table.Td>
      <Table.Td>
        {endpointInWords(endpoint)}
        <Text size="xs" c="dimmed">
          {endpoint}
        </Text>
      </Table.Td>
      <Table.Td>
        <ScopeBadges scopes={scopes} />
      </Table.Td>
      <Table.Td ta="right">{numberInWords(requests)}</Table.Td>
      <Table.Td ta="right">{numberInWords(assets)}</Table.Td>
    </Table.Tr>
  )
}
