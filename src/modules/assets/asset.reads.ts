import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import { isInstant, isNumber, isText, orNull, rowReader } from '../../access/rows.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'
import { GatewayError } from '../../errors.ts'
import { isRegistryId } from '../../values/ids.ts'
import { type AssetRow, selectBlocks } from './asset.blocks.ts'
import { isMatchedByIndex, type Listing, listedAsset } from './asset.listing.ts'
import { newestSql } from './asset.newest.ts'
import { type AssetOrder, type OrderedPosition, orderedSql, orderValue } from './asset.order.ts'

interface AssetPage {
  readonly limit: number
  readonly offset: number
  /** The position that the page comes after. Its value counts in an ordered listing alone. */
  readonly after: OrderedPosition | null
}

const readExtras = rowReader('assets', {
  registry_id: orNull(isText),
  total: orNull(isNumber),
  newest: orNull(isInstant),
})

/**
 * Assets of the listing in this order, or in that of the registry ids, with the requested blocks. In the same snapshot
 * of the data: their number, and the newest visible change. Each of the two is null if it is not among the extras.
 */
export async function readAssets(
  pool: pg.Pool,
  visibility: Visibility,
  listing: Listing,
  order: AssetOrder | null,
  page: AssetPage,
  requested: ReadonlySet<string>,
  extras: { readonly total: boolean; readonly newest: boolean },
) {
  const params = new Params()
  const where = listedAsset(visibility, listing, 'a', params)
  // A plan in the order of registry ids would read all assets to find few. The index of titles, of values or of the
  // underinsured has all that these listings need. The count of a search reads all titles: an ordered page uses it.
  const { search, underinsured = false } = listing
  const isCounted = extras.total && search !== null
  const isMatched = order ? isCounted || underinsured : isMatchedByIndex(listing)
  const value = order && isMatched ? `, ${orderValue(order, visibility, params)} AS value` : ''
  // To read the ids of an index twice costs less than to store them.
  const matched = isMatched
    ? `matched AS ${isCounted ? '' : 'NOT '}MATERIALIZED (SELECT a.registry_id${value} FROM assets a WHERE ${where} OFFSET 0),`
    : ''
  const from = isMatched ? 'matched a WHERE true' : `assets a WHERE ${where}`
  const ids = order
    ? orderedSql(order, visibility, isMatched ? null : where, page, params)
    : inOrderOfIds(from, page, params)
  const total = extras.total ? `(SELECT count(*) FROM ${from})::int` : 'NULL::int'
  const newest = extras.newest ? newestSql(visibility, params) : 'NULL::timestamptz'
  const client = params.add(visibility.clientId)
  const { columns, read } = selectBlocks(visibility, requested, params)
  // The statement first finds the ids of the page. Without further conditions, an index is enough for that. Only the
  // rows of the page are read completely. Each row has the additional values, so an empty page has a row too.
  const text = `WITH ${matched} page AS MATERIALIZED (${ids}),
    listed AS (SELECT ${columns}${order ? ', page.order_value, page.place' : ''}
        FROM page JOIN assets a ON a.client_id = ${client} AND a.registry_id = page.registry_id)
    SELECT extras.*, listed.* FROM (SELECT ${total} AS total, ${newest} AS newest) extras
      LEFT JOIN listed ON true ORDER BY listed.${order ? 'place' : 'registry_id'}`
  const rows = await readRows(pool, text, params.values, order ? 'assets_ordered' : 'assets')
  const { registry_id, total: counted, newest: found } = readExtras(rows[0])
  return {
    rows: registry_id === null ? [] : rows.map(read),
    total: counted,
    newest: extras.newest ? { at: found } : null,
  }
}

function inOrderOfIds(from: string, { limit, offset, after }: AssetPage, params: Params): string {
  const isAfter = after ? ` AND a.registry_id > ${params.add(after.registryId)}` : ''
  return `SELECT a.registry_id FROM ${from}${isAfter}
       ORDER BY a.registry_id LIMIT ${params.add(limit)} OFFSET ${params.add(offset)}`
}

/** Reads one asset. Throws `asset_not_in_grant` for one outside the visibility, and `asset_not_found`. */
export async function getAsset(
  pool: pg.Pool,
  visibility: Visibility,
  registryId: string,
  requested: ReadonlySet<string>,
): Promise<AssetRow> {
  if (!isRegistryId(registryId)) throw assetNotFound()
  const params = new Params()
  const where = `${visibleAsset(visibility, 'a', params)} AND a.registry_id = ${params.add(registryId)}`
  const client = params.add(visibility.clientId)
  const { columns, read, showsVerification } = selectBlocks(visibility, requested, params)
  const history = showsVerification
    ? `, (SELECT s.history FROM asset_scans s WHERE s.client_id = ${client} AND s.registry_id = a.registry_id) AS history`
    : ''
  const text = `SELECT ${columns}${history} FROM assets a WHERE ${where} AND a.client_id = ${client}`
  const [row] = await readRows(pool, text, params.values, 'asset')
  if (row === undefined) return rejectAsset(pool, visibility.clientId, registryId)
  return read(row)
}

async function rejectAsset(pool: pg.Pool, clientId: string, registryId: string): Promise<never> {
  const rows = await readRows(
    pool,
    'SELECT FROM assets WHERE client_id = $1 AND registry_id = $2',
    [clientId, registryId],
    'missing_asset',
  )
  if (rows.length > 0) {
    throw new GatewayError('asset_not_in_grant', 'The asset is outside the grant of this key.')
  }
  throw assetNotFound()
}

/** The error for a registry id that no asset of the client has. */
export function assetNotFound(): GatewayError {
  return new GatewayError('asset_not_found', 'The client has no asset with this registry id.')
}
