import { Stack } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { usePerson } from '../../data/session/person.ts'
import { usePages } from '../../data/use-pages.ts'
import { useQuery } from '../../data/use-query.ts'
import { askForGrants, CLIENT_GRANT_CHOICES } from '../../domain/grants/grant-choices.ts'
import { ConnectedAppsDocument, ConnectedClientDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListControls, NothingMatches } from '../../ui/list-search/list-controls.tsx'
import { useListSearch } from '../../ui/list-search/use-list-search.ts'
import { PagesView } from '../../ui/pages-view.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { GrantCard } from './grant-card.tsx'

/** The user's grants; for staff, those of the client in the query parameter `client`. */
export default function ConnectedAppsPage() {
  const [params] = useSearchParams()
  const clientId = params.get('client')
  const search = useListSearch('apps')
  const asked = askForGrants(search)
  const apps = usePages(
    ConnectedAppsDocument,
    (after) => ({ clientId, after, ...asked }),
    ({ connectedApps }) => connectedApps,
  )
  const ofClient = useClientName(clientId)
  return (
    <PortalPage
      title={
        ofClient === null ? t('Connected Apps') : t('Connected Apps of {ofClient}', { ofClient })
      }
      description={
        clientId === null
          ? t('Who can read your portfolio, what they can see, and what they have read.')
          : t('Who can read this client’s portfolio. Only the client can change this.')
      }
    >
      <Stack>
        <ListControls
          of={search}
          label={t('Search by firm or key')}
          choices={CLIENT_GRANT_CHOICES}
          count={apps.totalCount}
        />
        <PagesView of={apps} skeleton={<RowsSkeleton rows={2} height={230} />}>
          {(grants) => (
            <>
              {grants.map((grant) => (
                <GrantCard key={grant.id} grant={grant} />
              ))}
              {grants.length === 0 && search.isNarrowed && <NothingMatches of={search} />}
              {grants.length === 0 && !search.isNarrowed && <NoGrants clientId={clientId} />}
            </>
          )}
        </PagesView>
      </Stack>
    </PortalPage>
  )
}

// The name of another client, whom staff have opened. The page does not request the name of the signed-in person.
function useClientName(clientId: string | null): string | null {
  const { isStaff } = usePerson()
  const enabled = clientId !== null && isStaff
  const { data } = useQuery(ConnectedClientDocument, { id: clientId ?? '' }, { enabled })
  return data?.client?.name ?? null
}

function NoGrants({ clientId }: { clientId: string | null }) {
  const { hasPortfolio } = usePerson()
  if (clientId !== null)
    return (
      <EmptyState title={t('No connected apps')}>
        {t('This client has given no firm access.')}
      </EmptyState>
    )
  if (!hasPortfolio)
    return (
      <EmptyState title={t('No portfolio')}>
        {t('This account has no portfolio to connect.')}
      </EmptyState>
    )
  return (
    <EmptyState title={t('No connected apps')}>
      {t(
        'A firm that wants to read your portfolio sends you a connection link. Open it, choose what the firm can see, and approve it. The connection is then listed here.',
      )}
    </EmptyState>
  )
}
