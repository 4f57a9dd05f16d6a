import { Badge, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { serverNow } from '../../data/server-clock.ts'
import { GrantBadge, SandboxClientBadge } from '../../domain/badges.tsx'
import { formatEndSoon } from '../../domain/grants/end-soon.ts'
import { LastUse } from '../../domain/usage/last-use.tsx'
import type { ClientRowFragment, KeyState, LinkRowFragment } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { Dimmed, Name, To } from '../../ui/inline.tsx'
import { Instant } from '../../ui/instant.tsx'
import type { Column } from '../../ui/record-table.tsx'
import { formatFilterCount } from '../../words/asset-filter.ts'
import { formatScopes } from '../../words/scopes.ts'

type Client = ClientRowFragment

/** Who a client is, what they share with which key, and until when. */
export function clientColumns(firmId: string): readonly Column<Client>[] {
  return [
    [t('Client'), (client) => <Who client={client} />],
    [t('Key'), ({ key }) => <To href={`/firms/${firmId}/service-api/${key.id}`}>{key.name}</To>],
    [t('Shares'), (client) => <Shares client={client} />],
    [t('Ends'), (client) => <Ends client={client} />],
    [
      t('Last read'),
      ({ grant }) =>
        grant ? (
          <LastUse at={grant.lastReadAt} createdAt={grant.createdAt} />
        ) : (
          <Instant at={null} />
        ),
    ],
    [t('State'), (client) => <ClientState client={client} />],
  ]
}

function Who({ client }: { client: Client }) {
  const { grant, link } = client
  const name = nameOf(client)
  const reference = grant?.reference ?? link?.reference
  return (
    <Stack gap={2} align="flex-start">
      {grant ? <To href={`/connected-apps/${grant.id}`}>{name}</To> : <Name>{name}</Name>}
      {grant?.client.isSandboxClient && <SandboxClientBadge />}
      {grant && <CopyId id={grant.client.id} of={name} fz="xs" />}
      {reference && reference !== name && (
        <Detail>{rich('Reference: {name}', { name: <Name>{reference}</Name> })}</Detail>
      )}
      {link?.email && link.email !== name && <Detail>{link.email}</Detail>}
    </Stack>
  )
}

function Shares({ client: { grant, link } }: { client: Client }) {
  if (grant)
    return (
      <>
        {formatScopes(grant.effectiveScopes)}
        <Detail>{formatFilterCount(grant.filter)}</Detail>
      </>
    )
  if (!link) return null
  return (
    <>
      {t('Asked for: {scopes}', { scopes: formatScopes(link.scopes) })}
      <Detail>
        <Text inherit span lineClamp={2}>
          {link.purpose}
        </Text>
      </Detail>
    </>
  )
}

function Ends({ client: { grant, link } }: { client: Client }) {
  if (grant) return <Instant at={grant.endedAt ?? grant.expiresAt} otherwise={t('No end date')} />
  return rich('Link: {instant}', { instant: <Instant at={link?.expiresAt} /> })
}

// Of a link that has given no grant.
type LinkStateName = 'link_open' | 'not_answered' | 'declined'

const LINK_STATES: Readonly<Record<LinkStateName, { label: string; color: string }>> = {
  link_open: { label: t('Link open'), color: 'leaf' },
  not_answered: { label: t('Not answered'), color: 'gray' },
  declined: { label: t('Declined or kept as it is'), color: 'red' },
}

/** The state of a link, in the words of the file and of the filters. */
export function linkStateOf({ singleUse, state, visits }: LinkRowFragment): LinkStateName {
  if (singleUse && visits.length > 0) return 'declined'
  return state === 'active' ? 'link_open' : 'not_answered'
}

/** The name of a client, or else what the firm has written about whom it asks. */
export function nameOf({ grant, link }: ClientRowFragment): string {
  if (grant) return grant.client.name
  return link?.reference ?? link?.email ?? link?.purpose ?? ''
}

function Detail({ children }: { children: ReactNode }) {
  return (
    <Dimmed size="xs" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Dimmed>
  )
}

function ClientState({ client }: { client: ClientRowFragment }) {
  const { grant, link, key } = client
  return (
    <Stack gap={4} align="flex-start">
      {grant && <GrantState grant={grant} keyState={key.state} />}
      {link && <LinkState link={link} />}
    </Stack>
  )
}

type Grant = NonNullable<ClientRowFragment['grant']>

function GrantState({ grant, keyState }: { grant: Grant; keyState: KeyState }) {
  const endsSoon = formatEndSoon(grant, keyState, serverNow())
  const { deletionRequest: request } = grant
  return (
    <>
      <GrantBadge state={grant.state} keyState={keyState} />
      {endsSoon && <Badge color="fruit">{endsSoon}</Badge>}
      {request && (
        <Badge
          color={request.answer ? 'gray' : 'red'}
          variant={request.answer ? 'outline' : 'light'}
        >
          {request.answer ? t('Deletion answered') : t('Deletion requested')}
        </Badge>
      )}
    </>
  )
}

function LinkState({ link }: { link: LinkRowFragment }) {
  const { answeredCount, singleUse, visits } = link
  const { label, color } = LINK_STATES[linkStateOf(link)]
  const [visit] = visits
  return (
    <>
      <Badge color={color}>{label}</Badge>
      {singleUse && visit && (
        <Detail>
          <Name>{visit.clientName}</Name> <Instant at={visit.answeredAt} />
        </Detail>
      )}
      {!singleUse && (
        <Detail>
          {t('For several clients. {count, plural, one {# answer} other {# answers}}', {
            count: answeredCount,
          })}
        </Detail>
      )}
    </>
  )
}
