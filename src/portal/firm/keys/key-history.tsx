import { usePages } from '../../data/use-pages.ts'
import { eventFilter, KEY_KINDS } from '../../domain/history/event-choices.ts'
import { EventHistory } from '../../domain/history/event-history.tsx'
import { KeyHistoryDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { useListSearch } from '../../ui/list-search/use-list-search.ts'

/** The events of a key, newest first. */
export function KeyHistory({ keyId }: { keyId: string }) {
  const search = useListSearch('history')
  const chosen = eventFilter(search, KEY_KINDS)
  const events = usePages(
    KeyHistoryDocument,
    (after) => ({ keyId, after, ...chosen }),
    ({ apiKey }) => apiKey?.auditEvents,
  )
  return (
    <EventHistory
      of={events}
      search={search}
      label={t('Filters of the history')}
      kinds={KEY_KINDS}
    />
  )
}
