import { LoadMore, usePages } from '../components/load-more.tsx'
import { QueryView } from '../components/query-view.tsx'
import { RowsSkeleton } from '../components/rows-skeleton.tsx'
import { Section } from '../components/section.tsx'
import { KeyHistoryDocument } from '../generated/graphql.ts'
import { HistoryList } from '../history/history-list.tsx'
import { useList } from '../use-list.ts'

/** Every change of a key. */
export function KeyHistory({ keyId }: { keyId: string }) {
  const [pages, more] = usePages()
  const last = pages.at(-1)
  return (
    <Section title="History">
      {pages.map((after) => (
        <HistoryPart
          key={after}
          keyId={keyId}
          after={after}
          onMore={after === last ? more : null}
        />
      ))}
    </Section>
  )
}

interface PartProps {
  readonly keyId: string
  readonly after: string | null
  readonly onMore: ((after: string) => void) | null
}

function HistoryPart({ keyId, after, onMore }: PartProps) {
  // A connection link leaves an event and touches no key: its mutation names this type.
  const events = useList(KeyHistoryDocument, { keyId, after }, 'AuditEvent')
  return (
    <QueryView of={events} skeleton={<RowsSkeleton rows={3} height={56} />}>
      {({ apiKey }) =>
        apiKey && (
          <>
            <HistoryList events={apiKey.auditEvents.nodes} />
            {onMore && <LoadMore of={apiKey.auditEvents.pageInfo} onMore={onMore} />}
          </>
        )
      }
    </QueryView>
  )
}
