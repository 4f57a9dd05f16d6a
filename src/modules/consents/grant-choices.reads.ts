import type pg from 'pg'
import { isNumber, isText, type RowOf, rowReader } from '../../access/stored-row.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'
import { isCategory } from '../../values/categories.ts'
import { matchesSearch } from '../assets/asset.search.ts'

// Only this number of collections is listed.
const MAX_COLLECTIONS = 500

const categoryChoice = { category: isCategory, assets: isNumber }
const collectionChoice = { id: isText, name: isText, assets: isNumber }
const assetChoice = { registry_id: isText, title: isText, category: isCategory }

export type CollectionChoice = RowOf<typeof collectionChoice>
export type AssetChoice = RowOf<typeof assetChoice>

const readCategoryChoice = rowReader('assets', categoryChoice)
const readCollectionChoice = rowReader('collections', collectionChoice)
const readAssetChoice = rowReader('assets', assetChoice)

/** The categories of the portfolio's assets, with the number of assets in each. */
export async function readCategoryChoices(pool: pg.Pool, { clientId }: Visibility) {
  const rows = await readRows(
    pool,
    `SELECT category::text AS category, count(*)::int AS assets FROM assets
      WHERE client_id = $1 GROUP BY assets.category ORDER BY assets.category`,
    [clientId],
    'category_choices',
  )
  return rows.map(readCategoryChoice)
}

/** The portfolio's collections by name, with the number of assets in each. */
export async function readCollectionChoices(pool: pg.Pool, { clientId }: Visibility) {
  const rows = await readRows(
    pool,
    `SELECT c.id, c.name, (SELECT count(*)::int FROM collection_items i
              WHERE i.client_id = $1 AND i.collection_id = c.id) AS assets
       FROM collections c WHERE c.client_id = $1 ORDER BY c.name, c.id LIMIT ${MAX_COLLECTIONS}`,
    [clientId],
    'collection_choices',
  )
  return rows.map(readCollectionChoice)
}

/** Assets of the portfolio that match the search; null: all. */
export async function searchAssets(
  pool: pg.Pool,
  { clientId }: Visibility,
  search: string | null,
  limit: number,
) {
  const params = new Params()
  const ofClient = `a.client_id = ${params.add(clientId)}`
  const where = search === null ? ofClient : `${ofClient} AND ${matchesSearch(search, 'a', params)}`
  const rows = await readRows(
    pool,
    `SELECT a.registry_id, a.title, a.category::text AS category FROM assets a
      WHERE ${where} ORDER BY a.registry_id LIMIT ${params.add(limit)}`,
    params.values,
    'asset_choices',
  )
  return rows.map(readAssetChoice)
}
