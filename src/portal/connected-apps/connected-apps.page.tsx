import { Stack } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { EmptyState } from '../components/empty-state.tsx'
import { type ListPage, LoadMore, PagedList } from '../components/load-more.tsx'
import { PortalPage } from '../components/portal-page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { RowsSkeleton } from '../components/rows-skeleton.tsx'
import { ConnectedAppsDocument } from '../generated/graphql.ts'
import { usePerson } from '../session/session.tsx'
import { useList } from '../use-list.ts'
import { GrantCard } from './grant-card.tsx'

/** The user's grants; for staff, those of the client in the query parameter `client`. */
export default function ConnectedAppsPage() {
  const [search] = useSearchParams()
  const clientId = search.get('client')
  return (
    <PortalPage
      title="Connected Apps"
      description={
        clientId === null
          ? 'Who can read your portfolio, what they can see, and what they have read.'
          : 'Who can read this client’s portfolio. Only the client can change this.'
      }
    >
      <Stack>
        <PagedList>{(page) => <Part {...page} clientId={clientId} />}</PagedList>
      </Stack>
    </PortalPage>
  )
}

interface PartProps extends ListPage {
  readonly clientId: string | null
}

function Part({ clientId, after, onMore }: PartProps) {
  const apps = useList(ConnectedAppsDocument, { clientId, after }, 'PartnerGrant')
  return (
    <QueryView of={apps} skeleton={<RowsSkeleton rows={2} height={230} />}>
      {({ connectedApps: { nodes, pageInfo } }) => (
        <>
          {nodes.map((grant) => (
            <GrantCard key={grant.id} grant={grant} />
          ))}
          {nodes.length === 0 && after === null && <NoGrants />}
          {onMore && <LoadMore of={pageInfo} onMore={onMore} />}
        </>
      )}
    </QueryView>
  )
}

function NoGrants() {
  const { hasPortfolio } = usePerson()
  if (!hasPortfolio)
    return <EmptyState title="No portfolio">This account has no portfolio to connect.</EmptyState>
  return (
    <EmptyState title="No connected apps">
      A firm that wants to read your portfolio sends you a connection link. Open it, choose what the
      firm can see, and approve it. The connection is then listed here.
    </EmptyState>
  )
}
