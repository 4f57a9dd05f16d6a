import { Anchor, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { type Category, OwnAssetsDocument, type OwnAssetsQuery } from '../../generated/graphql.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { type ListPage, LoadMore } from '../../ui/load-more.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { CATEGORIES } from '../../words/categories.ts'
import { formatCount, formatDecimal, formatMoney } from '../../words/format.ts'

interface Props extends ListPage {
  readonly clientId: string
  readonly category: Category | null
  /** An empty text finds all. */
  readonly search: string
}

/** One page of the assets that the filter and the search leave. */
export function AssetPage({ clientId, category, search, after, onMore }: Props) {
  const variables = { clientId, filter: { category, search }, after }
  const found = useQuery({ query: OwnAssetsDocument, variables })
  return (
    <QueryView of={found}>
      {({ portfolio }) =>
        portfolio && (
          <>
            {after === null && <Found count={portfolio.assets.totalCount} />}
            {portfolio.assets.nodes.length > 0 && (
              <RecordTable
                label="Assets"
                columns={COLUMNS}
                records={portfolio.assets.nodes}
                keyOf={({ id }) => id}
              />
            )}
            {onMore && <LoadMore of={portfolio.assets.pageInfo} onMore={onMore} />}
          </>
        )
      }
    </QueryView>
  )
}

function Found({ count }: { count: number }) {
  return (
    <Text size="sm" role="status" className="digits">
      {count === 0 ? 'No assets found.' : `${formatCount(count, 'asset')} found.`}
    </Text>
  )
}

type Asset = NonNullable<OwnAssetsQuery['portfolio']>['assets']['nodes'][number]

const COLUMNS: readonly Column<Asset>[] = [
  {
    name: 'Asset',
    cell: ({ title, registryId }) => (
      <div>
        <Anchor component={Link} href={`/portfolio/${registryId}`} inherit display="block">
          {title}
        </Anchor>
        <CopyId id={registryId} of={title} fz="xs" />
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
]
