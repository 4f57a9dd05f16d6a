import { Card, Stack } from '@mantine/core'
import { useQuery } from 'urql'
import { eventFilter, SIGN_IN_KINDS } from '../domain/history/event-choices.ts'
import { EventCount, EventFilters } from '../domain/history/event-filters.tsx'
import { SignInActivityDocument, type SignInActivityRowFragment } from '../generated/graphql.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Instant } from '../ui/instant.tsx'
import { type ListSearch, useListSearch } from '../ui/list-search/use-list-search.ts'
import { type ListPage, LoadMore, PagedList } from '../ui/load-more.tsx'
import { PortalPage } from '../ui/portal-page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { formatBrowser } from './format-browser.ts'
import { formatSignInEvent } from './format-sign-in-event.ts'

/** Sign-ins, failed attempts and other security events of the user's account. */
export default function ActivityPage() {
  const search = useListSearch('activity')
  return (
    <PortalPage
      title="Sign-in activity"
      description="The last 400 days. If you do not recognize something, change your password and sign out everywhere else."
    >
      <Stack>
        <EventFilters of={search} label="Filters of the activity" kinds={SIGN_IN_KINDS} />
        <PagedList key={search.key}>{(page) => <Events {...page} search={search} />}</PagedList>
      </Stack>
    </PortalPage>
  )
}

interface PartProps extends ListPage {
  readonly search: ListSearch
}

function Events({ search, after, onMore }: PartProps) {
  const events = useQuery({
    query: SignInActivityDocument,
    variables: { after, ...eventFilter(search, SIGN_IN_KINDS) },
    requestPolicy: 'cache-and-network',
  })
  return (
    <QueryView of={events}>
      {({ signInEvents: { nodes, pageInfo, totalCount } }) => (
        <>
          {after === null && <EventCount of={search} count={totalCount} />}
          {nodes.length === 0 && after === null && !search.isNarrowed && (
            <EmptyState title="No activity yet">Sign-ins are listed here.</EmptyState>
          )}
          {nodes.length > 0 && (
            <Card p={0}>
              <RecordTable
                label="Sign-in activity"
                inset
                columns={COLUMNS}
                records={nodes}
                keyOf={({ id }) => id}
              />
            </Card>
          )}
          {onMore && <LoadMore of={pageInfo} onMore={onMore} />}
        </>
      )}
    </QueryView>
  )
}

const COLUMNS: Column<SignInActivityRowFragment>[] = [
  { name: 'Event', cell: formatSignInEvent },
  { name: 'When', cell: ({ at }) => <Instant at={at} /> },
  { name: 'Address', cell: ({ ipAddress }) => ipAddress ?? 'Unknown' },
  { name: 'Device', cell: ({ userAgent }) => formatBrowser(userAgent ?? null) },
]
