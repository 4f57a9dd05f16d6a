import { Anchor, Text, VisuallyHidden } from '@mantine/core'
import { Link } from 'wouter'
import { ScopeBadges } from '../../domain/badges.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { Section } from '../../ui/section.tsx'
import { formatEnd } from './format-readers.ts'
import type { Reader, useReaders } from './use-readers.ts'

interface Props {
  readonly of: ReturnType<typeof useReaders>
  readonly registryId: string
}

/** The firms that can see an asset now, each with what it sees and until when. */
export function AssetReaders({ of, registryId }: Props) {
  return (
    <Section
      title="Who can see this asset"
      description="Every firm that can read it now. Staff of this service can read it too; each of their reads is recorded."
    >
      <QueryView of={of}>
        {({ assetGrants: { nodes, pageInfo } }) => (
          <>
            {nodes.length > 0 && (
              <RecordTable
                label="Who can see this asset"
                columns={[...COLUMNS, stopColumn(registryId)]}
                records={nodes}
                keyOf={({ id }) => id}
              />
            )}
            {nodes.length === 0 && !pageInfo.hasNextPage && (
              <Text size="sm">No firm can see this asset.</Text>
            )}
            {pageInfo.hasNextPage && (
              <Text size="sm">
                Only your newest 100 connections were looked at. Connected Apps lists all of them.
              </Text>
            )}
          </>
        )}
      </QueryView>
    </Section>
  )
}

const COLUMNS: readonly Column<Reader>[] = [
  {
    name: 'Firm',
    cell: ({ id, key }) => (
      <Anchor component={Link} href={`/connected-apps/${id}`} inherit>
        {key.firmName}
      </Anchor>
    ),
  },
  { name: 'Key', cell: ({ key }) => key.name },
  {
    name: 'Can see',
    cell: ({ effectiveScopes }) => <ScopeBadges scopes={effectiveScopes} />,
  },
  { name: 'Until', cell: formatEnd },
]

const stopColumn = (registryId: string): Column<Reader> => ({
  name: 'Stop sharing',
  plain: true,
  cell: ({ id, key }) => (
    <Anchor component={Link} href={`/connected-apps/${id}/edit?without=${registryId}`} inherit>
      Stop sharing this asset
      <VisuallyHidden>
        {' '}
        with {key.firmName} ({key.name})
      </VisuallyHidden>
    </Anchor>
  ),
})
