import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import type { Newest } from '../../access/newest-changes.ts'
import { isNumber, isText, orNull, rowReader } from '../../access/stored-row.ts'
import type { PortfolioAccess, Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'
import { GatewayError } from '../../errors.ts'
import { isRegistryId } from '../../values/ids.ts'
import type { AssetRow } from './asset.blocks.ts'
import { isMatchedByIndex, type Listing, listedAsset } from './asset.listing.ts'
import { isNewestRow, newestSql, toNewest } from './asset.newest.ts'
import { assetReader, selectColumns, selectHistory, visibleBlocks } from './asset.select.ts'
import { visibleChangeTime } from './change-times.ts'

/** Where a page of the listing starts. */
interface AssetPage {
  readonly limit: number
  readonly offset: number
  /** The registry id that the page comes after. */
  readonly after: string | null
}

/** Additional values that the statement of a page reads, in the same snapshot of the data. */
interface Extras {
  /** The number of assets in the whole listing. */
  readonly total: boolean
  /** The newest change that this access shows. Null: it is not read. */
  readonly newest: PortfolioAccess | null
}

/** The assets of a page, and the additional values. A value that was not requested is null. */
export interface AssetsFound {
  readonly rows: readonly AssetRow[]
  readonly total: number | null
  readonly newest: Newest | null
}

const readExtras = rowReader('assets', {
  registry_id: orNull(isText),
  total: orNull(isNumber),
  newest: orNull(isNewestRow),
})

/** Assets of the listing in order of registry id, with the requested blocks. */
export async function readAssets(
  pool: pg.Pool,
  visibility: Visibility,
  listing: Listing,
  page: AssetPage,
  requested: ReadonlySet<string>,
  extras: Extras,
): Promise<AssetsFound> {
  const params = new Params()
  const after = page.after === null ? '' : ` AND a.registry_id > ${params.add(page.after)}`
  const where = listedAsset(visibility, listing, 'a', params)
  // A plan in the order of registry ids would read the rows of all assets to find few. The index of titles or of values
  // has all that these listings need.
  const isMatched = isMatchedByIndex(listing)
  const matched = isMatched
    ? `matched AS MATERIALIZED (SELECT a.registry_id FROM assets a WHERE ${where}),`
    : ''
  const [from, isListed] = isMatched ? ['matched a', 'true'] : ['assets a', where]
  const total = extras.total ? `(SELECT count(*) FROM ${from} WHERE ${isListed})::int` : 'NULL::int'
  const newest = extras.newest ? newestSql(extras.newest, params) : 'NULL::json'
  const blocks = visibleBlocks(requested, visibility.scopes)
  const client = params.add(visibility.clientId)
  const columns = selectColumns(blocks, visibleChangeTime(visibility, 'a', params))
  // The statement first finds the ids of the page. Without further conditions, an index is enough for that. Only the
  // rows of the page are read completely. Each row has the additional values, so an empty page has a row too.
  const text = `WITH ${matched} page AS MATERIALIZED (
      SELECT a.registry_id FROM ${from} WHERE ${isListed}${after}
       ORDER BY a.registry_id LIMIT ${params.add(page.limit)} OFFSET ${params.add(page.offset)}),
    listed AS (SELECT ${columns}
        FROM page JOIN assets a ON a.client_id = ${client} AND a.registry_id = page.registry_id)
    SELECT extras.*, listed.* FROM (SELECT ${total} AS total, ${newest} AS newest) extras
      LEFT JOIN listed ON true ORDER BY listed.registry_id`
  const rows = await readRows(pool, text, params.values, 'assets')
  const { registry_id, total: counted, newest: found } = readExtras(rows[0])
  return {
    rows: registry_id === null ? [] : rows.map(assetReader(blocks)),
    total: counted,
    newest: found && toNewest(found),
  }
}

/**
 * Reads one asset. Throws `asset_not_in_grant` if the asset of the client is outside the visibility, and
 * `asset_not_found` if the client has no such asset.
 */
export async function getAsset(
  pool: pg.Pool,
  visibility: Visibility,
  registryId: string,
  requested: ReadonlySet<string>,
): Promise<AssetRow> {
  if (!isRegistryId(registryId)) throw assetNotFound()
  const params = new Params()
  const where = `${visibleAsset(visibility, 'a', params)} AND a.registry_id = ${params.add(registryId)}`
  const blocks = visibleBlocks(requested, visibility.scopes)
  const changedAt = visibleChangeTime(visibility, 'a', params)
  const client = params.add(visibility.clientId)
  const columns = selectColumns(blocks, changedAt) + selectHistory(blocks, client)
  const text = `SELECT ${columns} FROM assets a WHERE ${where} AND a.client_id = ${client}`
  const [row] = await readRows(pool, text, params.values, 'asset')
  if (row === undefined) return rejectAsset(pool, visibility.clientId, registryId)
  return assetReader(blocks)(row)
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
