import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { OwnAssetsQuery } from '../../generated/graphql.ts'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { CATEGORIES } from '../../words/categories.ts'
import { formatDate, formatDecimal, formatMoney } from '../../words/format.ts'

type Assets = NonNullable<OwnAssetsQuery['portfolio']>['assets']

/** One page of the list. */
export function AssetTable({ of: { nodes } }: { of: Assets }) {
  return <RecordTable label="Assets" columns={COLUMNS} records={nodes} keyOf={({ id }) => id} />
}

const COLUMNS: readonly Column<Assets['nodes'][number]>[] = [
  {
    name: 'Asset',
    cell: ({ title, registryId }) => (
      <div>
        <Anchor component={Link} href={`/portfolio/${registryId}`} inherit display="block">
          {title}
        </Anchor>
        <Text size="xs" c="dimmed" ff="monospace" fw={400} style={ANYWHERE}>
          {registryId}
        </Text>
      </div>
    ),
  },
  { name: 'Category', cell: ({ category }) => CATEGORIES[category] },
  { name: 'Quantity', align: 'right', cell: ({ quantity }) => formatDecimal(quantity) },
  {
    name: 'Market value',
    align: 'right',
    cell: ({ valuation }) => (valuation?.marketValue ? formatMoney(valuation.marketValue) : '–'),
  },
  { name: 'Last changed', align: 'right', cell: ({ updatedAt }) => formatDate(updatedAt) },
]

const ANYWHERE = { overflowWrap: 'anywhere' } as const
