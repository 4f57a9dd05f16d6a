import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { type ListIn, usePages } from '../../data/use-pages.ts'
import type { TypedDocumentString } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ListChoices } from '../../ui/list-search/list-choices.tsx'
import { type Choice, useListSearch } from '../../ui/list-search/use-list-search.ts'
import { PagesView } from '../../ui/pages-view.tsx'
import { formatNumber } from '../../words/format.ts'
import { eventFilter, PERIOD } from './event-choices.ts'
import { type Event, HistoryList, type ListProps } from './history-list.tsx'

interface Props<Data, Variables, Kind extends string, Node> {
  /** The name of the list in the address of the page. */
  readonly list: string
  /** The name of the filters: "Filters of the history". */
  readonly label: string
  /** Null for a list whose events are all of one kind. */
  readonly kinds: Choice<Kind> | null
  readonly document: TypedDocumentString<Data, Variables>
  /** The variables of the document for a page of what is chosen. */
  readonly ask: (
    asked: { readonly after: string | null } & ReturnType<typeof eventFilter<Kind>>,
  ) => Variables
  readonly listIn: ListIn<Data, Node>
  /** The list shows it where there are no events, whatever is chosen. */
  readonly empty?: ReactNode
  readonly children: (events: readonly Node[]) => ReactNode
}

/** A list of events, newest first, with its filters. */
export function EventList<Data, Variables, Kind extends string, Node extends { id: string }>(
  props: Props<Data, Variables, Kind, Node>,
) {
  const { list, label, kinds, document, ask, listIn, empty, children } = props
  const search = useListSearch(list)
  const chosen = eventFilter(search, kinds)
  const events = usePages(document, (after) => ask({ after, ...chosen }), listIn)
  const filters = useRef<HTMLDivElement>(null)
  const clear = () => {
    search.clear()
    // The button goes away.
    filters.current?.querySelector('select')?.focus()
  }
  return (
    <>
      <Group ref={filters} role="group" aria-label={label} align="flex-end" gap="sm" maw={640}>
        <ListChoices of={search} choices={kinds ? [kinds, PERIOD] : [PERIOD]} />
        {search.isNarrowed && (
          <Button variant="default" onClick={clear}>
            {t('Clear filters')}
          </Button>
        )}
      </Group>
      <PagesView of={events} rows={3}>
        {(nodes) => (
          <>
            {search.isNarrowed && <EventCount of={events.totalCount ?? 0} />}
            {nodes.length > 0 ? children(nodes) : !search.isNarrowed && empty}
          </>
        )}
      </PagesView>
    </>
  )
}

// Actions are counted up to this number.
const COUNTED = 100_000

// Read out when it changes.
function EventCount({ of: count }: { of: number }) {
  return (
    <Text size="sm" role="status" className="digits">
      {countText(count)}
    </Text>
  )
}

function countText(count: number): string {
  if (count === 0) return t('No events match these filters.')
  if (count >= COUNTED) return t('{count} or more events found.', { count: formatNumber(count) })
  return t('{count, plural, one {# event} other {# events}} found.', { count })
}

type HistoryProps<Data, Variables, Kind extends string> = Omit<ListProps, 'events'> &
  Omit<Props<Data, Variables, Kind, Event>, 'empty' | 'children'>

/** The events of a firm, a key or a grant. */
export function EventHistory<Data, Variables, Kind extends string>({
  pathOf,
  withPerson,
  ...list
}: HistoryProps<Data, Variables, Kind>) {
  return (
    <EventList {...list}>
      {(events) => <HistoryList events={events} pathOf={pathOf} withPerson={withPerson} />}
    </EventList>
  )
}
