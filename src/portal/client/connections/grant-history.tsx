import { usePages } from '../../data/use-pages.ts'
import { eventFilter } from '../../domain/history/event-choices.ts'
import { EventHistory } from '../../domain/history/event-history.tsx'
import { GrantHistoryDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { useListSearch } from '../../ui/list-search/use-list-search.ts'
import { Section } from '../../ui/section.tsx'

/** Every change of a grant, newest first. */
export function GrantHistory({ grantId }: { grantId: string }) {
  const search = useListSearch('history')
  const { lastDays, counted } = eventFilter(search, null)
  const events = usePages(
    GrantHistoryDocument,
    (after) => ({ id: grantId, after, lastDays, counted }),
    ({ grant }) => grant?.auditEvents,
  )
  return (
    <Section
      title={t('History')}
      description={t('Every change of this connection, and who made it.')}
    >
      <EventHistory
        of={events}
        search={search}
        label={t('Filters of the history')}
        kinds={null}
        withPerson={false}
      />
    </Section>
  )
}
