import type pg from 'pg'
import { isNumber, isText, orNull, type RowOf, rowReader } from '../../access/stored-row.ts'
import type { Visibility } from '../../access/visibility.ts'
import { asJson, asJsonText, Params, readJson, readJsonTexts } from '../../database/statement.ts'
import type { AssetRow } from './asset.blocks.ts'
import { type Listing, listedAsset, listedTombstone } from './asset.listing.ts'
import type { ReadRows } from './asset.rows.ts'
import { assetReader, selectPage, visibleBlocks } from './asset.select.ts'
import { expiredLink, visibleChangeTime } from './change-times.ts'

/** One entry of a delta sync: an asset as it is now, or its removal. */
export type Change =
  | { readonly at: Date; readonly registryId: string; readonly asset: AssetRow }
  | { readonly at: Date; readonly registryId: string; readonly asset: null }

export interface ChangesPage {
  readonly limit: number
  readonly offset: number
  /** The entry that the page comes after. */
  readonly after: { readonly at: Date; readonly registryId: string } | null
}

// `removed_id` is null where the entry is an asset, which the rest of the row then is.
const entry = { at: isText, removed_id: orNull(isText) }
const readEntry = rowReader('changes', entry)
const readTotal = rowReader('changes', { total: isNumber })

/** What changed in the listing after `since`, oldest change first; changes and removals in one stream. */
export async function readChanges(
  pool: pg.Pool,
  visibility: Visibility,
  listing: Listing,
  since: Date,
  page: ChangesPage,
  requested: ReadonlySet<string>,
  inPage: ReadRows,
): Promise<Change[]> {
  const params = new Params()
  const after = page.after
    ? `WHERE (at, registry_id) > (${params.add(page.after.at)}, ${params.add(page.after.registryId)})`
    : ''
  const client = params.add(visibility.clientId)
  const blocks = visibleBlocks(requested, visibility.scopes)
  const { columns, joins } = selectPage(blocks, visibility, params)
  const text = asJsonText(`WITH stream AS MATERIALIZED (
        SELECT * FROM (${streamSql(visibility, listing, since, params)}) entries ${after}
         ORDER BY at, registry_id LIMIT ${params.add(page.limit)} OFFSET ${params.add(page.offset)}),
      page AS (SELECT registry_id FROM stream WHERE NOT removed)
     SELECT stream.at, CASE WHEN stream.removed THEN stream.registry_id END AS removed_id, ${columns}
       FROM stream
       LEFT JOIN assets a ON NOT stream.removed AND a.client_id = ${client} AND a.registry_id = stream.registry_id
       ${joins}
      ORDER BY stream.at, stream.registry_id`)
  const rows = await inPage(() => readJsonTexts(pool, text, params.values, 'changes'))
  const readAsset = assetReader(blocks)
  return rows.map((row) => toChange(readEntry(row), () => readAsset(row)))
}

/** The number of entries in the stream. */
export async function countChanges(
  pool: pg.Pool,
  visibility: Visibility,
  listing: Listing,
  since: Date,
): Promise<number> {
  const params = new Params()
  const stream = streamSql(visibility, listing, since, params)
  const text = asJson(`SELECT count(*) AS total FROM (${stream}) entries`)
  const [row] = await readJson(pool, text, params.values, 'changes_total')
  return readTotal(row).total
}

// A tombstone counts only where the asset is not visible now: it may have come back. What was committed after the
// access was read waits for the next delta: a link of another asset may have expired before it, and is not in this one.
function streamSql(visibility: Visibility, listing: Listing, since: Date, params: Params): string {
  const from = params.add(since)
  const until = params.add(visibility.deltaUntil)
  const changedAt = visibleChangeTime(visibility, 'a', params, { until: visibility.deltaUntil })
  // OFFSET keeps the instant, which is a read of the links, from being computed again for the condition.
  return `SELECT at, registry_id, false AS removed FROM (
      SELECT ${changedAt} AS at, a.registry_id FROM assets a
       WHERE ${listedAsset(visibility, listing, 'a', params)} AND ${isCandidate(visibility, from, params)} OFFSET 0) changed
     WHERE at > ${from} AND at <= ${until}
    UNION ALL
    SELECT max(d.removed_at), d.registry_id, true FROM tombstones d
     WHERE ${listedTombstone(visibility, listing, 'd', params)} AND d.removed_at > ${from}
       AND NOT EXISTS (SELECT FROM assets a WHERE a.registry_id = d.registry_id
                        AND ${listedAsset(visibility, listing, 'a', params)})
     GROUP BY d.registry_id HAVING max(d.removed_at) <= ${until}`
}

// What an index finds: assets with any later change, visible or not, or with a link that has expired since.
function isCandidate(visibility: Visibility, from: string, params: Params): string {
  if (!visibility.scopes.has('estate')) return `a.updated_at > ${from}`
  // One list of both: joined by OR, they had the server read the whole portfolio.
  return `a.registry_id IN (
        SELECT c.registry_id FROM assets c WHERE c.client_id = ${params.add(visibility.clientId)} AND c.updated_at > ${from}
        UNION ALL SELECT l.registry_id FROM share_links l
         WHERE ${expiredLink(visibility, visibility.deltaUntil, 'l', params)} AND l.expires_at > ${from})`
}

function toChange(row: RowOf<typeof entry>, readAsset: () => AssetRow): Change {
  const at = new Date(row.at)
  if (row.removed_id !== null) return { at, registryId: row.removed_id, asset: null }
  const asset = readAsset()
  return { at, registryId: asset.registry_id, asset }
}
