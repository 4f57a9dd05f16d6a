import { Stack, Text } from '@mantine/core'
import { SandboxClientBadge } from '../../domain/badges.tsx'
import { LastUse } from '../../domain/usage/last-use.tsx'
import type { ClientRowFragment } from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Name } from '../../ui/name.tsx'
import type { Column } from '../../ui/record-table.tsx'
import { To } from '../../ui/to.tsx'
import { formatFilterCount } from '../../words/asset-filter.ts'
import { formatScopes } from '../../words/scopes.ts'
import { ClientState, Detail, nameOf } from './client-state.tsx'

type Client = ClientRowFragment

/** Who a client is, what they share with which key, and until when. */
export function clientColumns(firmId: string): readonly Column<Client>[] {
  return [
    { name: t('Client'), cell: (client) => <Who client={client} /> },
    {
      name: t('Key'),
      cell: ({ key }) => <To href={`/firms/${firmId}/service-api/${key.id}`}>{key.name}</To>,
    },
    { name: t('Shares'), cell: (client) => <Shares client={client} /> },
    { name: t('Ends'), cell: (client) => <Ends client={client} /> },
    {
      name: t('Last read'),
      cell: ({ grant }) =>
        grant ? (
          <LastUse at={grant.lastReadAt} createdAt={grant.createdAt} />
        ) : (
          <Instant at={null} />
        ),
    },
    { name: t('State'), cell: (client) => <ClientState client={client} /> },
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
