import type { Pages } from '../../data/use-pages.ts'
import type { Choice, ListSearch } from '../../ui/list-search/use-list-search.ts'
import { PagesView } from '../../ui/pages-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { EventCount, EventFilters } from './event-filters.tsx'
import { type Event, HistoryList, type ListProps } from './history-list.tsx'

interface Props<Data> extends Omit<ListProps, 'events'> {
  readonly of: Pages<Data, Event>
  /** The chosen filters. */
  readonly search: ListSearch
  /** The name of the filters: "Filters of the history". */
  readonly label: string
  /** Null for a list whose events are all of one kind. */
  readonly kinds: Choice | null
}

/** The events of a firm, a key or a grant, newest first, with their filters. */
export function EventHistory<Data>({ of, search, label, kinds, ...list }: Props<Data>) {
  return (
    <>
      <EventFilters of={search} label={label} kinds={kinds} />
      <PagesView of={of} skeleton={<RowsSkeleton rows={3} height={56} />}>
        {(events) => (
          <>
            <EventCount of={search} count={of.totalCount ?? 0} />
            <HistoryList events={events} {...list} />
          </>
        )}
      </PagesView>
    </>
  )
}
