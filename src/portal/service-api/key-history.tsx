import { type ListPage, LoadMore, Pages } from '../components/load-more.tsx'
import { QueryView } from '../components/query-view.tsx'
import { RowsSkeleton } from '../components/rows-skeleton.tsx'
import { Section } from '../components/section.tsx'
import { KeyHistoryDocument } from '../generated/graphql.ts'
import { HistoryList } from '../history/history-list.tsx'
import { useList } from '../use-list.ts'

/** Every change of a key. */
export function KeyHistory({ keyId }: { keyId: string }) {
  return (
    <Section title="History">
      <Pages>{(page) => <HistoryPart {...page} keyId={keyId} />}</Pages>
    </Section>
  )
}

interface PartProps extends ListPage {
  readonly keyId: string
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
