import { Text } from '@mantine/core'
import { USAGE_DAYS } from '../../../values/usage-days.ts'
import { usePages } from '../../data/use-pages.ts'
import { ScopeBadges } from '../../domain/badges.tsx'
import { GrantReadsDocument, type GrantReadsQuery } from '../../generated/graphql.ts'
import { PagesView } from '../../ui/pages-view.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { Section } from '../../ui/section.tsx'
import { formatDateTime, formatNumber } from '../../words/format.ts'
import { ExportReads } from './export-reads.tsx'
import { formatEndpoint } from './format-endpoint.ts'

/** What was read through a grant per hour, newest first. */
export function ReadLog({ grantId }: { grantId: string }) {
  const reads = usePages(
    GrantReadsDocument,
    (after) => ({ id: grantId, after }),
    ({ grant }) => grant?.reads,
  )
  return (
    <Section
      title="Read log"
      description="What was read per hour, and with which scopes. An asset that is returned ten times counts ten times."
      action={<ExportReads grantId={grantId} />}
    >
      <PagesView of={reads}>
        {(entries) => (entries.length > 0 ? <Entries entries={entries} /> : <NoReads />)}
      </PagesView>
    </Section>
  )
}

function NoReads() {
  return (
    <Text size="sm" c="dimmed">
      No read is stored. New ones appear here within a minute, and stay for {USAGE_DAYS} days.
    </Text>
  )
}

type Entry = NonNullable<GrantReadsQuery['grant']>['reads']['nodes'][number]

function Entries({ entries }: { entries: readonly Entry[] }) {
  return <RecordTable label="Read log" columns={COLUMNS} records={entries} keyOf={({ id }) => id} />
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    name: 'Hour starting',
    cell: ({ hour }) => <time dateTime={hour}>{formatDateTime(hour)}</time>,
  },
  {
    name: 'What was read',
    cell: ({ endpoint }) => (
      <>
        {formatEndpoint(endpoint)}
        <Text size="xs" c="dimmed">
          {endpoint}
        </Text>
      </>
    ),
  },
  { name: 'Scopes', cell: ({ scopes }) => <ScopeBadges scopes={scopes} /> },
  { name: 'Requests', align: 'right', cell: ({ requests }) => formatNumber(requests) },
  { name: 'Assets returned', align: 'right', cell: ({ assets }) => formatNumber(assets) },
]
