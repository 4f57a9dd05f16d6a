import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import { MAX_ITEMS } from '../../access/asset-filter.ts'
import { isNumber, isText, type RowOf, rowReader } from '../../access/rows.ts'
import type { Visibility } from '../../access/visibility.ts'
import { inReadingOrder, Params, readRows } from '../../database/statement.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type Category, isCategory } from '../../values/categories.ts'
import { matchesSearch } from '../assets/asset.listing.ts'

const MAX_COLLECTIONS = 500

const collectionChoice = { id: isText, name: isText, assets: isNumber }
const assetChoice = { registry_id: isText, title: isText, category: isCategory }

export type CollectionChoice = RowOf<typeof collectionChoice>
export type AssetChoice = RowOf<typeof assetChoice>

const readCollectionChoice = rowReader('collections', collectionChoice)
const readAssetChoice = rowReader('assets', assetChoice)

/** The categories of the portfolio's assets, with the number of assets in each. */
export async function readCategoryChoices(prisma: PrismaClient, { clientId }: Visibility) {
  const found = await prisma.asset.groupBy({
    by: ['category'],
    where: { clientId },
    _count: true,
    orderBy: { category: 'asc' },
  })
  return found.map(({ category, _count }) => ({ category, assets: _count }))
}

/** The portfolio's collections by name, with the number of assets in each. */
export async function readCollectionChoices(pool: pg.Pool, { clientId }: Visibility) {
  const rows = await readRows(
    pool,
    `SELECT c.id, c.name, (SELECT count(*)::int FROM collection_items i
              WHERE i.client_id = $1 AND i.collection_id = c.id) AS assets
       FROM collections c WHERE c.client_id = $1 ORDER BY ${inReadingOrder('c.name')}, c.id LIMIT ${MAX_COLLECTIONS}`,
    [clientId],
    'collection_choices',
  )
  return rows.map(readCollectionChoice)
}

/** Assets of the portfolio that match the search. Null: every category, and every title. */
export async function searchAssets(
  pool: pg.Pool,
  { clientId }: Visibility,
  { category, search, limit }: { category: Category | null; search: string | null; limit: number },
) {
  const params = new Params()
  let where = `a.client_id = ${params.add(clientId)}`
  if (category !== null) where += ` AND a.category = ${params.add(category)}::category`
  if (search !== null) where += ` AND ${matchesSearch(search, 'a', params)}`
  return readChoices(pool, where, params, limit, 'asset_choices')
}

/** The assets that the filter shows except one, by registry id. Null: there are more than a filter can name. */
export async function readAssetsExcept(
  pool: pg.Pool,
  visibility: Pick<Visibility, 'clientId' | 'filter'>,
  registryId: string,
): Promise<AssetChoice[] | null> {
  const params = new Params()
  const id = params.add(registryId)
  const where = `${visibleAsset(visibility, 'a', params)} AND a.registry_id <> ${id}`
  const found = await readChoices(pool, where, params, MAX_ITEMS + 1, 'assets_except')
  return found.length > MAX_ITEMS ? null : found
}

async function readChoices(
  pool: pg.Pool,
  where: string,
  params: Params,
  limit: number,
  statement: string,
): Promise<AssetChoice[]> {
  const rows = await readRows(
    pool,
    `SELECT a.registry_id, a.title, a.category::text AS category FROM assets a
      WHERE ${where} ORDER BY a.registry_id LIMIT ${params.add(limit)}`,
    params.values,
    statement,
  )
  return rows.map(readAssetChoice)
}
