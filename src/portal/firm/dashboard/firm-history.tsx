import { useList } from '../../data/use-list.ts'
import { eventFilter, FIRM_KINDS } from '../../domain/history/event-choices.ts'
import { EventCount, EventFilters } from '../../domain/history/event-filters.tsx'
import { type Event, HistoryList } from '../../domain/history/history-list.tsx'
import { FirmHistoryDocument } from '../../generated/graphql.ts'
import { type ListSearch, useListSearch } from '../../ui/list-search/use-list-search.ts'
import { type ListPage, LoadMore, PagedList } from '../../ui/load-more.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { Section } from '../../ui/section.tsx'

/** The events of the firm and its keys, newest first. */
export function FirmHistory({ firmId }: { firmId: string }) {
  const search = useListSearch('activity')
  return (
    <Section title="Recent activity">
      <EventFilters of={search} label="Filters of the activity" kinds={FIRM_KINDS} />
      <PagedList key={search.key}>
        {(page) => <HistoryPart {...page} firmId={firmId} search={search} />}
      </PagedList>
    </Section>
  )
}

interface PartProps extends ListPage {
  readonly firmId: string
  readonly search: ListSearch
}

function HistoryPart({ firmId, search, after, onMore }: PartProps) {
  const events = useList(
    FirmHistoryDocument,
    { firmId, after, ...eventFilter(search, FIRM_KINDS) },
    'AuditEvent',
  )
  const pathOf = (event: Event) => {
    const keyId = keyOf(event)
    return keyId ? `/firms/${firmId}/service-api/${keyId}` : null
  }
  return (
    <QueryView of={events} skeleton={<RowsSkeleton rows={3} height={56} />}>
      {({ firm }) =>
        firm && (
          <>
            {after === null && <EventCount of={search} count={firm.auditEvents.totalCount} />}
            <HistoryList events={firm.auditEvents.nodes} pathOf={pathOf} />
            {onMore && <LoadMore of={firm.auditEvents.pageInfo} onMore={onMore} />}
          </>
        )
      }
    </QueryView>
  )
}

// Of a grant, the key that it is for.
function keyOf({ subject, changes }: Event): string | null {
  if (subject.startsWith('key_')) return subject
  return changes.find(({ member }) => member === 'key_id')?.after.text ?? null
}
