import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { serverNow } from '../../data/server-clock.ts'
import { usePages } from '../../data/use-pages.ts'
import { GrantBadge, SandboxClientBadge, ScopeBadges } from '../../domain/badges.tsx'
import { formatEndSoon } from '../../domain/grants/end-soon.ts'
import { askForGrants, KEY_GRANT_CHOICES } from '../../domain/grants/grant-choices.ts'
import { LastUse } from '../../domain/usage/last-use.tsx'
import { KeyClientsDocument, type KeyClientsQuery, type KeyState } from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { Instant } from '../../ui/instant.tsx'
import { ListControls, NothingMatches } from '../../ui/list-search/list-controls.tsx'
import { type ListSearch, useListSearch } from '../../ui/list-search/use-list-search.ts'
import { Name } from '../../ui/name.tsx'
import { PagesView } from '../../ui/pages-view.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { Section } from '../../ui/section.tsx'
import { formatFilterCount } from '../../words/asset-filter.ts'
import { ConsentDialog } from './consent-dialog.tsx'
import { NarrowGrantDialog } from './narrow-grant-dialog.tsx'
import { ReturnGrantDialog } from './return-grant-dialog.tsx'

type Grant = NonNullable<KeyClientsQuery['apiKey']>['grants']['nodes'][number]

interface Props {
  readonly keyId: string
  readonly keyState: KeyState
  /** Whether the user may narrow grants and give them back. */
  readonly canReturn: boolean
}

/** The key's grants, newest first, including those that have ended. */
export function KeyClients({ keyId, keyState, canReturn }: Props) {
  const [returning, setReturning] = useState<Grant | null>(null)
  const [narrowing, setNarrowing] = useState<Grant | null>(null)
  const [reading, setReading] = useState<Grant | null>(null)
  const search = useListSearch('clients')
  const asked = askForGrants(search, 'key')
  const grants = usePages(
    KeyClientsDocument,
    (after) => ({ keyId, after, ...asked }),
    ({ apiKey }) => apiKey?.grants,
  )
  const columns = [...COLUMNS, statusColumn(keyState), consentColumn(setReading)]
  if (canReturn) columns.push(actionColumn(setNarrowing, setReturning))
  return (
    <Section
      title={t('Clients')}
      description={t('Clients who gave this key access, and what they share.')}
    >
      <ListControls
        of={search}
        label={t('Search by name or ID of a client')}
        choices={KEY_GRANT_CHOICES}
        count={grants.totalCount}
      />
      <PagesView of={grants} skeleton={<RowsSkeleton rows={2} height={64} />}>
        {(records) =>
          records.length === 0 ? (
            <NoClients of={search} />
          ) : (
            <RecordTable
              label={t('Clients of this key')}
              columns={columns}
              records={records}
              keyOf={({ id }) => id}
            />
          )
        }
      </PagesView>
      {narrowing && <NarrowGrantDialog grant={narrowing} onClose={() => setNarrowing(null)} />}
      {returning && <ReturnGrantDialog grant={returning} onClose={() => setReturning(null)} />}
      {reading && <ConsentDialog grant={reading} onClose={() => setReading(null)} />}
    </Section>
  )
}

function NoClients({ of }: { of: ListSearch }) {
  if (of.isNarrowed) return <NothingMatches of={of} />
  return (
    <Text size="sm" c="dimmed">
      {t(
        'No clients yet. Create a connection link and send it to a client. Clients who approve it are listed here.',
      )}
    </Text>
  )
}

function consentColumn(onRead: (grant: Grant) => void): Column<Grant> {
  return {
    name: t('Agreement'),
    plain: true,
    align: 'end',
    cell: (grant) => (
      <Button
        variant="default"
        size="xs"
        onClick={() => onRead(grant)}
        aria-label={t('Agreement of {name}', { name: grant.client.name })}
      >
        {t('Agreement')}
      </Button>
    ),
  }
}

function actionColumn(
  onNarrow: (grant: Grant) => void,
  onReturn: (grant: Grant) => void,
): Column<Grant> {
  return {
    name: t('Actions'),
    plain: true,
    align: 'end',
    cell: (grant) => (
      <Group gap="xs" justify="flex-end">
        {grant.state === 'active' && (
          <Button
            variant="default"
            size="xs"
            onClick={() => onNarrow(grant)}
            aria-label={t('Reduce access to {name}', { name: grant.client.name })}
          >
            {t('Reduce')}
          </Button>
        )}
        {grant.state !== 'revoked' && (
          <Button
            variant="default"
            size="xs"
            onClick={() => onReturn(grant)}
            aria-label={t('Give back access to {name}', { name: grant.client.name })}
          >
            {t('Give back')}
          </Button>
        )}
      </Group>
    ),
  }
}

const COLUMNS: readonly Column<Grant>[] = [
  {
    name: t('Client'),
    cell: ({ id, client, reference }) => (
      <Stack gap={2} align="flex-start">
        <Anchor component={Link} inherit href={`/connected-apps/${id}`}>
          {client.name}
        </Anchor>
        {client.isSandboxClient && <SandboxClientBadge />}
        <CopyId id={client.id} of={client.name} />
        {reference && (
          <Text inherit c="dimmed">
            {rich('Reference: {name}', { name: <Name>{reference}</Name> })}
          </Text>
        )}
      </Stack>
    ),
  },
  { name: t('Can see'), cell: ({ effectiveScopes }) => <ScopeBadges scopes={effectiveScopes} /> },
  { name: t('Assets'), cell: ({ filter }) => formatFilterCount(filter) },
  {
    name: t('Last accessed'),
    cell: ({ lastReadAt, createdAt }) => <LastUse at={lastReadAt} createdAt={createdAt} />,
  },
  {
    name: t('Access ends'),
    cell: ({ endedAt, expiresAt }) => (
      <Instant at={endedAt ?? expiresAt} otherwise={t('No end date')} />
    ),
  },
]

function DeletionBadge({ of: request }: { of: Grant['deletionRequest'] }) {
  if (!request) return null
  if (request.answer === null) return <Badge color="red">{t('Deletion requested')}</Badge>
  return (
    <Badge color="gray" variant="outline">
      {t('Deletion answered')}
    </Badge>
  )
}

function statusColumn(keyState: KeyState): Column<Grant> {
  return {
    name: t('Status'),
    cell: (grant) => {
      const endsSoon = formatEndSoon(grant, keyState, serverNow())
      return (
        <Stack gap={4} align="flex-start">
          <GrantBadge state={grant.state} keyState={keyState} />
          {endsSoon && <Badge color="fruit">{endsSoon}</Badge>}
          <DeletionBadge of={grant.deletionRequest} />
        </Stack>
      )
    },
  }
}
