import { Anchor, Card, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { EmptyState } from '../components/empty-state.tsx'
import { type ListPage, LoadMore, PagedList } from '../components/load-more.tsx'
import { PortalPage } from '../components/portal-page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { type Column, RecordTable } from '../components/record-table.tsx'
import { formatNumber } from '../format.ts'
import { FirmsDocument, type FirmsQuery } from '../generated/graphql.ts'
import { formatPlan } from '../labels/plan.ts'
import { formatRateLimit } from '../labels/rate-limit.ts'
import { usePerson } from '../session/session.tsx'
import { useList } from '../use-list.ts'

type Firm = FirmsQuery['firms']['nodes'][number]

/** All firms for staff; for others their own. */
export default function FirmsPage() {
  const { isStaff } = usePerson()
  return (
    <PortalPage
      title="Firms"
      description="All firms with their plan and number of clients."
      action={
        isStaff && (
          <Anchor component={Link} href="/search">
            Search
          </Anchor>
        )
      }
    >
      <Stack>
        <PagedList>{(page) => <FirmsPart {...page} />}</PagedList>
      </Stack>
    </PortalPage>
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
  { name: 'Plan', cell: formatPlan },
  { name: 'Tier', cell: formatRateLimit },
  {
    name: 'Clients',
    align: 'right',
    cell: ({ clientCount }) => formatNumber(clientCount),
  },
]
