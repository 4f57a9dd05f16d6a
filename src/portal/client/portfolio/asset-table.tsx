import { memo } from 'react'
import { Link } from 'wouter'
import type { OwnAssetsQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { CATEGORIES } from '../../words/categories.ts'
import { formatDate, formatDecimal, formatMoney } from '../../words/format.ts'
import classes from './asset-table.module.css'

type Assets = NonNullable<NonNullable<OwnAssetsQuery['portfolio']>['assets']>

/** One page of the list. It is drawn again only for other assets: a hundred rows take longer than an answer. */
export const AssetTable = memo(function AssetTable({ of: { nodes } }: { of: Assets }) {
  return <RecordTable label={t('Assets')} columns={COLUMNS} records={nodes} />
})

const COLUMNS: readonly Column<Assets['nodes'][number]>[] = [
  {
    name: t('Asset'),
    cell: ({ title, registryId }) => (
      <>
        <Link href={`/portfolio/${registryId}`} className={classes.title}>
          <bdi>{title}</bdi>
        </Link>
        <span className={classes.id}>{registryId}</span>
      </>
    ),
  },
  { name: t('Category'), cell: ({ category }) => CATEGORIES[category] },
  { name: t('Quantity'), align: 'end', cell: ({ quantity }) => formatDecimal(quantity) },
  {
    name: t('Market value'),
    align: 'end',
    cell: ({ valuation }) => (valuation?.marketValue ? formatMoney(valuation.marketValue) : '–'),
  },
  { name: t('Last changed'), align: 'end', cell: ({ updatedAt }) => formatDate(updatedAt) },
]
