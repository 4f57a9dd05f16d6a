import { Card, Group, Stack, Title } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { usePerson } from '../../data/session/person.ts'
import { usePages } from '../../data/use-pages.ts'
import { useQuery } from '../../data/use-query.ts'
import { GrantBadge, ScopeBadges } from '../../domain/badges.tsx'
import { KeyName } from '../../domain/keys/key-name.tsx'
import {
  ConnectedAppsDocument,
  type ConnectedAppsQuery,
  ConnectedClientDocument,
  type GrantOrder,
  type GrantState,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ENTRY } from '../../ui/entry.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Name, To } from '../../ui/inline.tsx'
import { ListControls } from '../../ui/list-search/list-controls.tsx'
import {
  type Choice,
  type ListSearch,
  useListSearch,
} from '../../ui/list-search/use-list-search.ts'
import { EmptyState, PortalPage } from '../../ui/page.tsx'
import { PagesView } from '../../ui/pages-view.tsx'
import { formatFilter } from '../../words/asset-filter.ts'
import { dateFacts, hasEnded } from './grant-dates.tsx'
import { GrantNotice } from './grant-notice.tsx'
import { Requests } from './requests.tsx'

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
          ? t(
              'The list says who can read your portfolio, what they can see, and what they have read.',
            )
          : t('These firms can read this client’s portfolio. Only the client can change this.')
      }
    >
      <Stack>
        <ListControls
          of={search}
          label={t('Search by firm or key')}
          choices={[STATE, ORDER]}
          count={apps.totalCount}
        />
        <PagesView
          of={apps}
          search={search}
          empty={<NoGrants clientId={clientId} />}
          rows={2}
          height={230}
        >
          {(grants) => grants.map((grant) => <GrantCard key={grant.id} grant={grant} />)}
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
  return data?.client.name ?? null
}

function NoGrants({ clientId }: { clientId: string | null }) {
  const { hasPortfolio } = usePerson()
  if (clientId === null && !hasPortfolio)
    return (
      <EmptyState title={t('No portfolio')}>
        {t('This account has no portfolio to connect.')}
      </EmptyState>
    )
  return (
    <EmptyState title={t('No connected apps')}>
      {clientId === null
        ? t(
            'A firm that wants to read your portfolio sends you a connection link. Open it, choose what the firm can see, and approve it. The connection is then listed here.',
          )
        : t('This client has given no firm access.')}
    </EmptyState>
  )
}

type Grant = ConnectedAppsQuery['connectedApps']['nodes'][number]

// A grant in the list.
function GrantCard({ grant }: { grant: Grant }) {
  const { id, key, state, effectiveScopes, filter, reference, usage } = grant
  return (
    <Card component="article" {...ENTRY}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4">
            <To href={`/connected-apps/${id}`}>{key.firmName}</To>
          </Title>
          <GrantBadge state={state} keyState={key.state} />
        </Group>
        <GrantNotice grant={grant} />
        <FactList
          of={[
            [t('Key'), <KeyName key="key" of={key} />],
            [t('Known to the firm as'), reference && <Name key="reference">{reference}</Name>],
            [
              hasEnded(grant) ? t('Could see') : t('Can see'),
              <ScopeBadges key="scopes" scopes={effectiveScopes} />,
            ],
            [t('Assets'), formatFilter(filter)],
            ...dateFacts(grant),
            [t('Requests'), <Requests key="usage" usage={usage} firm={key.firmName} small />],
          ]}
        />
      </Stack>
    </Card>
  )
}

type Shown = 'active' | 'ended'

const STATES: Readonly<Record<Shown, GrantState[]>> = {
  active: ['active'],
  ended: ['expired', 'revoked'],
}

const STATE: Choice<Shown> = {
  name: 'state',
  label: t('Status'),
  otherwise: t('Active and ended'),
  options: { active: t('Active'), ended: t('Ended') },
}

const ORDER: Choice<Exclude<GrantOrder, 'active_first'>> = {
  name: 'sort',
  label: t('Sort by'),
  otherwise: t('Active first'),
  options: { newest: t('Newest first'), end: t('Ends first'), name: t('Firm') },
}

// The arguments of the list for what is chosen.
function askForGrants({ text, chosen }: ListSearch) {
  const state = chosen(STATE)
  return { search: text || null, state: state && STATES[state], orderBy: chosen(ORDER) }
}
