import { LoadMore, usePages } from '../components/load-more.tsx'
import { QueryView } from '../components/query-view.tsx'
import { RowsSkeleton } from '../components/rows-skeleton.tsx'
import { Section } from '../components/section.tsx'
import { FirmHistoryDocument } from '../generated/graphql.ts'
import { HistoryList } from '../history/history-list.tsx'
import { useList } from '../use-list.ts'

/** What was done in the firm's name and to its keys, newest first. */
export function FirmHistory({ firmId }: { firmId: string }) {
  const [pages, more] = usePages()
  const last = pages.at(-1)
  return (
    <Section title="Latest events">
      {pages.map((after) => (
        <HistoryPart
          key={after}
          firmId={firmId}
          after={after}
          onMore={after === last ? more : null}
        />
      ))}
    </Section>
  )
}

interface PartProps {
  readonly firmId: string
  readonly after: string | null
  readonly onMore: ((after: string) => void) | null
}

function HistoryPart({ firmId, after, onMore }: PartProps) {
  const events = useList(FirmHistoryDocument, { firmId, after }, 'AuditEvent')
  const pathOf = (subject: string) =>
    subject.startsWith('key_') ? `/firms/${firmId}/service-api/${subject}` : null
  return (
    <QueryView of={events} skeleton={<RowsSkeleton rows={3} height={56} />}>
      {({ firm }) =>
        firm && (
          <>
            <HistoryList events={firm.auditEvents.nodes} pathOf={pathOf} />
            {onMore && <LoadMore of={firm.auditEvents.pageInfo} onMore={onMore} />}
          </>
        )
      }
    </QueryView>
  )
}
