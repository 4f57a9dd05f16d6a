import type pg from 'pg'
import {
  isNumber,
  isText,
  objectOf,
  orNull,
  type RowOf,
  rowReader,
} from '../../access/stored-row.ts'
import type { Visibility } from '../../access/visibility.ts'
import { asJson, Params, readJson, readJsonTexts } from '../../database/statement.ts'
import { serviceUnavailable } from '../../errors.ts'
import { latest } from '../../values/instant.ts'
import type { AssetRow } from './asset.blocks.ts'
import type { Listing } from './asset.listing.ts'
import type { ReadRows } from './asset.rows.ts'
import { assetReader, selectPage, visibleBlocks } from './asset.select.ts'
import { AFTER_ALL_IDS, countOfStreamSql, entriesSql, type Stream } from './asset.stream.ts'

/** One entry of a delta sync: an asset as it is now, or its removal. */
export type Change =
  | { readonly at: Date; readonly registryId: string; readonly asset: AssetRow }
  | { readonly at: Date; readonly registryId: string; readonly asset: null }

interface ChangesPage {
  readonly limit: number
  readonly offset: number
  /** The entry that the page comes after. */
  readonly after: { readonly at: Date; readonly registryId: string } | null
}

// `removed_id` is null if the entry is an asset. The rest of the row is then the asset.
const entry = { at: isText, removed_id: orNull(isText) }
const readEntry = rowReader('changes', entry)
const readReach = rowReader('changes', {
  entries: isNumber,
  deltas_from: orNull(isText),
  horizon: orNull(objectOf({ at: isText, registry_id: isText })),
})
const readTotal = rowReader('changes', { total: isNumber })

// Each source reads more instants than the page has entries, because some instants belong to no entry. If they are not
// enough, the next part is much larger.
const FIRST_REACH = 1.25
const NEXT_REACH = 8

/**
 * The changes and removals in the listing after `since`, as one list, oldest first. Throws `service_unavailable` if a purge
 * has removed tombstones since the access was read.
 */
export async function readChanges(
  pool: pg.Pool,
  visibility: Visibility,
  listing: Listing,
  since: Date,
  page: ChangesPage,
  requested: ReadonlySet<string>,
  inPage: ReadRows,
): Promise<Change[]> {
  const found: Change[] = []
  const removedAfter = latest(since, visibility.completeFrom)
  let after: ChangesPage['after'] = page.after ?? startAfter(since)
  let { limit, offset } = page
  for (let reach = FIRST_REACH * (limit + offset); after !== null; reach *= NEXT_REACH) {
    const stream = { visibility, listing, after }
    const part = await readPart(pool, stream, { limit, offset, reach }, requested, inPage)
    if (part.deltasFrom > removedAfter) throw serviceUnavailable()
    found.push(...part.changes)
    limit -= part.changes.length
    offset = Math.max(0, offset - part.entries)
    after = limit > 0 ? part.horizon : null
  }
  return found
}

interface Part {
  readonly limit: number
  readonly offset: number
  /** The number of instants that are read from each source. */
  readonly reach: number
}

// The first row has the count and the horizon, so a part without entries returns them too.
async function readPart(
  pool: pg.Pool,
  stream: Stream,
  { limit, offset, reach }: Part,
  requested: ReadonlySet<string>,
  inPage: ReadRows,
) {
  const { visibility } = stream
  const params = new Params()
  const entries = entriesSql(stream, { reach, limit: limit + offset }, params)
  const client = params.add(visibility.clientId)
  const blocks = visibleBlocks(requested, visibility.scopes)
  const { columns, joins } = selectPage(blocks, visibility, params)
  const text = `WITH ${entries},
      stream AS MATERIALIZED (
        SELECT * FROM entries ORDER BY at, registry_id LIMIT ${params.add(limit)} OFFSET ${params.add(offset)}),
      page AS (SELECT registry_id FROM stream WHERE NOT removed),
      listed AS (SELECT stream.at, stream.registry_id AS entry_id,
          CASE WHEN stream.removed THEN stream.registry_id END AS removed_id, ${columns}
        FROM stream
        LEFT JOIN assets a ON NOT stream.removed AND a.client_id = ${client} AND a.registry_id = stream.registry_id
        ${joins})
     SELECT row FROM (
       SELECT '-infinity'::timestamptz AS at, '' AS entry_id, json_build_object('entries', (SELECT count(*) FROM entries),
         'horizon', (SELECT row_to_json(h) FROM horizon h),
         'deltas_from', (SELECT x.deltas_from FROM shown_expiries x WHERE x.client_id = ${client}))::text AS row
       UNION ALL SELECT l.at, l.entry_id, row_to_json(l)::text FROM listed l) rows ORDER BY at, entry_id`
  const [first, ...rows] = await inPage(() => readJsonTexts(pool, text, params.values, 'changes'))
  const { entries: counted, horizon, deltas_from } = readReach(first)
  const readAsset = assetReader(blocks)
  return {
    changes: rows.map((row) => toChange(readEntry(row), () => readAsset(row))),
    entries: counted,
    deltasFrom: new Date(deltas_from ?? 0),
    horizon: horizon && { at: new Date(horizon.at), registryId: horizon.registry_id },
  }
}

/** The number of entries in the stream. */
export async function countChanges(
  pool: pg.Pool,
  visibility: Visibility,
  listing: Listing,
  since: Date,
): Promise<number> {
  const params = new Params()
  const stream = { visibility, listing, after: startAfter(since) }
  const text = asJson(`SELECT ${countOfStreamSql(stream, params)} AS total`)
  const [row] = await readJson(pool, text, params.values, 'changes_total')
  return readTotal(row).total
}

function startAfter(since: Date) {
  return { at: since, registryId: AFTER_ALL_IDS }
}

function toChange(row: RowOf<typeof entry>, readAsset: () => AssetRow): Change {
  const at = new Date(row.at)
  if (row.removed_id !== null) return { at, registryId: row.removed_id, asset: null }
  const asset = readAsset()
  return { at, registryId: asset.registry_id, asset }
}
