import { Stack, Text, Timeline } from '@mantine/core'
import { useList } from '../../data/use-list.ts'
import { formatAction, formatActor } from '../../domain/history/actions.ts'
import { eventFilter } from '../../domain/history/event-choices.ts'
import { EventCount, EventFilters } from '../../domain/history/event-filters.tsx'
import { formatChanges } from '../../domain/history/format-change.ts'
import { GrantHistoryDocument, type HistoryEventFragment } from '../../generated/graphql.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Instant } from '../../ui/instant.tsx'
import { type ListSearch, useListSearch } from '../../ui/list-search/use-list-search.ts'
import { type ListPage, LoadMore, PagedList } from '../../ui/load-more.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Section } from '../../ui/section.tsx'

/** Every change of a grant, newest first. */
export function GrantHistory({ grantId }: { grantId: string }) {
  const search = useListSearch('history')
  return (
    <Section title="History" description="Every change of this connection, and who made it.">
      <Stack gap="xl">
        <EventFilters of={search} label="Filters of the history" kinds={null} />
        <PagedList key={search.key}>
          {(page) => <Part {...page} grantId={grantId} search={search} />}
        </PagedList>
      </Stack>
    </Section>
  )
}

interface PartProps extends ListPage {
  readonly grantId: string
  readonly search: ListSearch
}

function Part({ grantId, search, after, onMore }: PartProps) {
  const history = useList(
    GrantHistoryDocument,
    { id: grantId, after, lastDays: eventFilter(search, null).lastDays },
    'PartnerGrant',
  )
  return (
    <QueryView of={history}>
      {({ grant }) =>
        grant && (
          <>
            {after === null && <EventCount of={search} count={grant.auditEvents.totalCount} />}
            <Timeline bulletSize={14} lineWidth={2} active={-1}>
              {grant.auditEvents.nodes.map((event) => (
                <Timeline.Item key={event.id} title={formatAction(event.action)}>
                  <Event event={event} />
                </Timeline.Item>
              ))}
            </Timeline>
            {onMore && <LoadMore of={grant.auditEvents.pageInfo} onMore={onMore} />}
          </>
        )
      }
    </QueryView>
  )
}

function Event({ event }: { event: HistoryEventFragment }) {
  const { actor, at } = event
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {formatActor(actor)}, <Instant at={at} />
      </Text>
      <FactList of={formatChanges(event.changes)} />
    </Stack>
  )
}
