import { usePages } from '../../data/use-pages.ts'
import { eventFilter, FIRM_KINDS } from '../../domain/history/event-choices.ts'
import { EventHistory } from '../../domain/history/event-history.tsx'
import type { Event } from '../../domain/history/history-list.tsx'
import { FirmHistoryDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { useListSearch } from '../../ui/list-search/use-list-search.ts'
import { Section } from '../../ui/section.tsx'

/** The events of the firm and its keys, newest first. */
export function FirmHistory({ firmId }: { firmId: string }) {
  const search = useListSearch('activity')
  const chosen = eventFilter(search, FIRM_KINDS)
  const events = usePages(
    FirmHistoryDocument,
    (after) => ({ firmId, after, ...chosen }),
    ({ firm }) => firm?.auditEvents,
  )
  const pathOf = (event: Event) => {
    const keyId = keyOf(event)
    return keyId ? `/firms/${firmId}/service-api/${keyId}` : null
  }
  return (
    <Section title={t('Recent activity')}>
      <EventHistory
        of={events}
        search={search}
        label={t('Filters of the activity')}
        kinds={FIRM_KINDS}
        pathOf={pathOf}
      />
    </Section>
  )
}

// Of a grant, the key that it is for.
function keyOf({ subject, changes }: Event): string | null {
  if (subject.startsWith('key_')) return subject
  return changes.find(({ member }) => member === 'key_id')?.after.text ?? null
}
