import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import { isRegistryId } from '../../access/registry-id.ts'
import type { Visibility } from '../../access/visibility.ts'
import { asJson, Params, readJson, readRows } from '../../database/statement.ts'
import { GatewayError } from '../../errors.ts'
import {
  type AssetRow,
  type Block,
  ofPage,
  selectOne,
  selectPage,
  visibleBlocks,
} from './asset.blocks.ts'
import { type Listing, listedAsset } from './asset.listing.ts'

/** Where a page of the listing starts. */
export interface AssetPage {
  readonly limit: number
  readonly offset: number
  /** The registry id that the page comes after. */
  readonly after: string | null
}

/** An asset of a page, with the number of assets in the whole listing where that was asked for. */
export type ListedRow = AssetRow & { total?: number }

/** Assets of the listing in order of registry id, with the blocks asked for. */
export async function readAssets(
  pool: pg.Pool,
  visibility: Visibility,
  listing: Listing,
  page: AssetPage,
  asked: ReadonlySet<string>,
  counted: boolean,
): Promise<ListedRow[]> {
  const params = new Params()
  const after = page.after === null ? '' : ` AND a.registry_id > ${params.add(page.after)}`
  const where = listedAsset(visibility, listing, 'a', params)
  const total = counted ? `, (${countSql(visibility, listing, params)}) AS total` : ''
  const blocks = visibleBlocks(asked, visibility.scopes)
  const { columns, joins } = selectPage(blocks, ofPage(visibility, params))
  // The page is found first, by index alone where there is no further condition; only its rows are read whole.
  const text = asJson(`WITH page AS MATERIALIZED (
      SELECT a.client_id, a.registry_id FROM assets a WHERE ${where}${after}
       ORDER BY a.registry_id LIMIT ${params.add(page.limit)} OFFSET ${params.add(page.offset)})
    SELECT ${columns}${total} FROM page JOIN assets a USING (client_id, registry_id) ${joins}
     ORDER BY a.registry_id`)
  return readJson<ListedRow>(pool, text, params.values)
}

/** The number of assets in the listing. */
export async function countAssets(
  pool: pg.Pool,
  visibility: Visibility,
  listing: Listing,
): Promise<number> {
  const params = new Params()
  const [row] = await readRows<{ total: string }>(
    pool,
    countSql(visibility, listing, params),
    params.values,
  )
  return Number(row?.total ?? 0)
}

function countSql(visibility: Visibility, listing: Listing, params: Params): string {
  return `SELECT count(*) AS total FROM assets a WHERE ${listedAsset(visibility, listing, 'a', params)}`
}

/**
 * One asset. Throws `asset_not_in_grant` where the client has it outside the visibility, and
 * `asset_not_found` where the client has no such asset.
 */
export async function getAsset(
  pool: pg.Pool,
  visibility: Visibility,
  registryId: string,
  asked: ReadonlySet<string>,
): Promise<AssetRow> {
  if (!isRegistryId(registryId)) throw assetNotFound()
  const params = new Params()
  const where = `${visibleAsset(visibility, 'a', params)} AND a.registry_id = ${params.add(registryId)}`
  const text = assetText(visibleBlocks(asked, visibility.scopes), where)
  const [row] = await readJson<AssetRow>(pool, text, params.values)
  return row ?? refuseAsset(pool, visibility.clientId, registryId)
}

// One text for each set of blocks and form of filter, made once: it is long, and to make it afresh and
// find its plan by it was a twentieth of a request.
const texts = new Map<string, string>()

function assetText(blocks: readonly Block[], where: string): string {
  const form = `${blocks.map(({ field }) => field)} ${where}`
  const known = texts.get(form)
  if (known) return known
  const text = asJson(`SELECT ${selectOne(blocks)} FROM assets a WHERE ${where}`)
  texts.set(form, text)
  return text
}

async function refuseAsset(pool: pg.Pool, clientId: string, registryId: string): Promise<never> {
  const rows = await readRows(
    pool,
    'SELECT FROM assets WHERE client_id = $1 AND registry_id = $2',
    [clientId, registryId],
  )
  if (rows.length > 0) {
    throw new GatewayError('asset_not_in_grant', 'The asset is outside the grant of this key.')
  }
  throw assetNotFound()
}

function assetNotFound(): GatewayError {
  return new GatewayError('asset_not_found', 'The client has no asset with this registry id.')
}
