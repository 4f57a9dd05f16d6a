import { type ListPage, LoadMore, PagedList } from '../components/load-more.tsx'
import { QueryView } from '../components/query-view.tsx'
import { RowsSkeleton } from '../components/rows-skeleton.tsx'
import { Section } from '../components/section.tsx'
import { KeyHistoryDocument } from '../generated/graphql.ts'
import { HistoryList } from '../history/history-list.tsx'
import { useList } from '../use-list.ts'

/** The events of a key, newest first. */
export function KeyHistory({ keyId }: { keyId: string }) {
  return (
    <Section title="History">
      <PagedList>{(page) => <HistoryPart {...page} keyId={keyId} />}</PagedList>
    </Section>
  )
}

interface PartProps extends ListPage {
  readonly keyId: string
}

function HistoryPart({ keyId, after, onMore }: PartProps) {
  // Creating a connection link changes no key, so its mutation refreshes lists of this type.
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
