import { Text, VisuallyHidden } from '@mantine/core'
import { type Shown, useQuery } from '../../data/use-query.ts'
import { ScopeBadges } from '../../domain/badges.tsx'
import { AssetReadersDocument, type AssetReadersQuery } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { To } from '../../ui/inline.tsx'
import { QueryView, Section } from '../../ui/page-parts.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { formatDate } from '../../words/format.ts'

interface Props {
  readonly of: ReturnType<typeof useReaders>
  readonly registryId: string
}

/** The firms that can see an asset now, each with what it sees and until when. */
export function AssetReaders({ of, registryId }: Props) {
  return (
    <Section
      title={t('Who can see this asset')}
      description={t(
        'Every firm that can read it now. Staff of this service can read it too; each of their reads is recorded.',
      )}
    >
      <QueryView of={of}>
        {({ assetGrants: { nodes, pageInfo } }) => (
          <>
            {nodes.length > 0 && (
              <RecordTable
                label={t('Who can see this asset')}
                columns={[...COLUMNS, stopColumn(registryId)]}
                records={nodes}
              />
            )}
            {nodes.length === 0 && !pageInfo.hasNextPage && (
              <Text size="sm">{t('No firm can see this asset.')}</Text>
            )}
            {pageInfo.hasNextPage && (
              <Text size="sm">
                {t(
                  'Only your newest 100 connections were looked at. Connected Apps lists all of them.',
                )}
              </Text>
            )}
          </>
        )}
      </QueryView>
    </Section>
  )
}

const COLUMNS: readonly Column<Reader>[] = [
  [t('Firm'), ({ id, key }) => <To href={`/connected-apps/${id}`}>{key.firmName}</To>],
  [t('Key'), ({ key }) => key.name],
  [t('Can see'), ({ effectiveScopes }) => <ScopeBadges scopes={effectiveScopes} />],
  [t('Until'), formatEnd],
]

const stopColumn = (registryId: string): Column<Reader> => [
  t('Stop sharing'),
  ({ id, key }) => (
    <To href={`/connected-apps/${id}/edit?without=${registryId}`}>
      {rich('Stop sharing this asset<visuallyhidden> with {firmName} ({name})</visuallyhidden>', {
        firmName: key.firmName,
        name: key.name,
        visuallyhidden: (parts) => <VisuallyHidden>{parts}</VisuallyHidden>,
      })}
    </To>
  ),
  'plain',
]

// The date, as in "12 Mar 2027", or the statement that there is no end date.
function formatEnd({ expiresAt }: Pick<Reader, 'expiresAt'>): string {
  return expiresAt ? formatDate(expiresAt) : t('No end date')
}

/** The grants of an asset, newest first: a page of them. */
export type Readers = AssetReadersQuery['assetGrants']

// A grant under which a key can read an asset now.
type Reader = Readers['nodes'][number]

/** The readers of an asset. The server is asked on each visit, since a grant may have ended meanwhile. */
export function useReaders(registryId: string): Shown<AssetReadersQuery> {
  return useQuery(AssetReadersDocument, { registryId }, { onVisit: 'again' })
}
