import { useList } from '../../data/use-list.ts'
import { eventFilter, KEY_KINDS } from '../../domain/history/event-choices.ts'
import { EventCount, EventFilters } from '../../domain/history/event-filters.tsx'
import { HistoryList } from '../../domain/history/history-list.tsx'
import { KeyHistoryDocument } from '../../generated/graphql.ts'
import { type ListSearch, useListSearch } from '../../ui/list-search/use-list-search.ts'
import { type ListPage, LoadMore, PagedList } from '../../ui/load-more.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { Section } from '../../ui/section.tsx'

/** The events of a key, newest first. */
export function KeyHistory({ keyId }: { keyId: string }) {
  const search = useListSearch('history')
  return (
    <Section title="History">
      <EventFilters of={search} label="Filters of the history" kinds={KEY_KINDS} />
      <PagedList key={search.key}>
        {(page) => <HistoryPart {...page} keyId={keyId} search={search} />}
      </PagedList>
    </Section>
  )
}

interface PartProps extends ListPage {
  readonly keyId: string
  readonly search: ListSearch
}

function HistoryPart({ keyId, search, after, onMore }: PartProps) {
  // Creating a connection link changes no key, so its mutation refreshes lists of this type.
  const events = useList(
    KeyHistoryDocument,
    { keyId, after, ...eventFilter(search, KEY_KINDS) },
    'AuditEvent',
  )
  return (
    <QueryView of={events} skeleton={<RowsSkeleton rows={3} height={56} />}>
      {({ apiKey }) =>
        apiKey && (
          <>
            {after === null && <EventCount of={search} count={apiKey.auditEvents.totalCount} />}
            <HistoryList events={apiKey.auditEvents.nodes} />
            {onMore && <LoadMore of={apiKey.auditEvents.pageInfo} onMore={onMore} />}
          </>
        )
      }
    </QueryView>
  )
}
