import type pg from 'pg'
import { isNumber, isText, orNull, rowReader } from '../../access/stored-row.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'
import type { AssetRow } from './asset.blocks.ts'
import { type Listing, listedAsset } from './asset.listing.ts'
import {
  type AssetOrder,
  type OrderedPosition,
  type OrderedSpan,
  orderedSql,
  orderValue,
} from './asset.order.ts'
import { assetReader, selectColumns, visibleBlocks } from './asset.select.ts'
import { visibleChangeTime } from './change-times.ts'

/** A part of an ordered listing. */
interface OrderedPage extends OrderedSpan {
  /** Whether the assets of the whole listing are counted. */
  readonly total: boolean
}

/** An asset with its position. */
export interface OrderedAsset {
  readonly row: AssetRow
  readonly position: OrderedPosition
}

const readExtras = rowReader('assets', { registry_id: orNull(isText), total: orNull(isNumber) })
const readPlace = rowReader('assets', { order_value: isText })

/** Assets of the listing in this order, with the requested blocks. The total is null if it was not requested. */
export async function readOrderedAssets(
  pool: pg.Pool,
  visibility: Visibility,
  listing: Listing,
  order: AssetOrder,
  page: OrderedPage,
  requested: ReadonlySet<string>,
): Promise<{ readonly assets: readonly OrderedAsset[]; readonly total: number | null }> {
  const params = new Params()
  const where = listedAsset(visibility, listing, 'a', params)
  // The count of a search reads all titles, so the page is found with it.
  const isMatched = page.total && listing.search !== null
  const matched = isMatched
    ? `matched AS MATERIALIZED (SELECT a.registry_id, ${orderValue(order, visibility, params)} AS value
      FROM assets a WHERE ${where}),`
    : ''
  const ordered = orderedSql(order, visibility, isMatched ? null : where, page, params)
  const counted = isMatched ? 'matched' : `assets a WHERE ${where}`
  const total = page.total ? `(SELECT count(*) FROM ${counted})::int` : 'NULL::int'
  const blocks = visibleBlocks(requested, visibility.scopes)
  const client = params.add(visibility.clientId)
  const columns = selectColumns(blocks, visibleChangeTime(visibility, 'a', params))
  // The form is that of `readAssets`: first the ids of the page, by the index of the order, and then their rows.
  const text = `WITH ${matched} page AS MATERIALIZED (${ordered}),
    listed AS (SELECT ${columns}, page.order_value, page.place
        FROM page JOIN assets a ON a.client_id = ${client} AND a.registry_id = page.registry_id)
    SELECT extras.*, listed.* FROM (SELECT ${total} AS total) extras LEFT JOIN listed ON true ORDER BY listed.place`
  const rows = await readRows(pool, text, params.values, 'assets_ordered')
  const { registry_id, total: found } = readExtras(rows[0])
  const readAsset = assetReader(blocks)
  const assets = (registry_id === null ? [] : rows).map((each) => {
    const row = readAsset(each)
    const value = readPlace(each).order_value
    return { row, position: { value, registryId: row.registry_id } }
  })
  return { assets, total: found }
}
