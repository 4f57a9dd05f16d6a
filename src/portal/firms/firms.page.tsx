import { Anchor, Card, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { EmptyState } from '../components/empty-state.tsx'
import { type ListPage, LoadMore, Pages } from '../components/load-more.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { type Column, RecordTable } from '../components/record-table.tsx'
import { FirmsDocument, type FirmsQuery } from '../generated/graphql.ts'
import { limitInWords } from '../service-api/tiers.ts'
import { useList } from '../use-list.ts'
import { numberInWords } from '../words.ts'
import { planInWords } from './plan.ts'

type Firm = FirmsQuery['firms']['nodes'][number]

/** Every firm, for staff; others find their own here. */
export default function FirmsPage() {
  return (
    <Page title="Firms" description="All firms with their plan and number of clients.">
      <Stack>
        <Pages>{(page) => <FirmsPart {...page} />}</Pages>
      </Stack>
    </Page>
  )
}

function FirmsPart({ after, onMore }: ListPage) {
  const firms = useList(FirmsDocument, { after }, 'Firm')
  return (
    <QueryView of={firms}>
      {({ firms: { nodes, pageInfo } }) => (
        <>
          {nodes.length > 0 && <FirmTable firms={nodes} />}
          {nodes.length === 0 && after === null && (
            <EmptyState title="No firms">You are not a member of any firm.</EmptyState>
          )}
          {onMore && <LoadMore of={pageInfo} onMore={onMore} />}
        </>
      )}
    </QueryView>
  )
}

function FirmTable({ firms }: { firms: readonly Firm[] }) {
  return (
    <Card p={0}>
      <RecordTable label="Firms" inset columns={COLUMNS} records={firms} keyOf={({ id }) => id} />
    </Card>
  )
}

const COLUMNS: readonly Column<Firm>[] = [
  {
    name: 'Name',
    cell: ({ id, name }) => (
      <Anchor component={Link} inherit href={`/firms/${id}`}>
        {name}
      </Anchor>
    ),
  },
  { name: 'Plan', cell: planInWords },
  { name: 'Tier', cell: limitInWords },
  {
    name: 'Clients',
    align: 'right',
    cell: ({ clientCount }) => numberInWords(clientCount),
  },
]
