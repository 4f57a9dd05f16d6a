import type pg from 'pg'
import { isBoolean, isInstant, isNumber, isText, orNull, rowReader } from '../../access/rows.ts'
import type { Visibility } from '../../access/visibility.ts'
import { asJson, Params, readJson, readRows } from '../../database/statement.ts'
import { serviceUnavailable } from '../../errors.ts'
import { latest } from '../../values/instant.ts'
import { type AssetRow, selectBlocks } from './asset.blocks.ts'
import type { Listing } from './asset.listing.ts'
import { AFTER_ALL_IDS, countOfStreamSql, entriesSql, type Stream } from './asset.stream.ts'

/** One entry of a delta sync: an asset as it is now, or its removal. */
export interface Change {
  readonly at: Date
  readonly registryId: string
  readonly asset: AssetRow | null
}

interface ChangesPage {
  readonly limit: number
  readonly offset: number
  readonly after: Stream['after'] | null
}

// If the entry is not a removal, the rest of its row is the asset.
const readEntry = rowReader('changes', { at: isInstant, entry_id: isText, removed: isBoolean })
// Every row has them.
const readReached = rowReader('changes', {
  entry_id: orNull(isText),
  entries: isNumber,
  deltas_from: orNull(isInstant),
  horizon_at: orNull(isInstant),
  horizon_id: orNull(isText),
})
const readTotal = rowReader('changes', { total: isNumber })

// Each source reads more instants than the page has entries, because some instants belong to no entry. If they are not
// enough, the next part is much larger.
const FIRST_REACH = 1.25
const NEXT_REACH = 8
const NEVER = new Date(0)

/** The changes in the listing after `since`, oldest first. Throws `service_unavailable` if a purge came in between. */
export async function readChanges(
  pool: pg.Pool,
  visibility: Visibility,
  listing: Listing,
  since: Date,
  page: ChangesPage,
  requested: ReadonlySet<string>,
): Promise<Change[]> {
  const found: Change[] = []
  const removedAfter = latest(since, visibility.completeFrom)
  let after: ChangesPage['after'] = page.after ?? startAfter(since)
  let { limit, offset } = page
  for (let reach = FIRST_REACH * (limit + offset); after !== null; reach *= NEXT_REACH) {
    const stream = { visibility, listing, after }
    const part = await readPart(pool, stream, { limit, offset }, reach, requested)
    if (part.deltasFrom > removedAfter) throw serviceUnavailable()
    found.push(...part.changes)
    limit -= part.changes.length
    offset = Math.max(0, offset - part.entries)
    after = limit > 0 ? part.horizon : null
  }
  return found
}

// `reach` is the number of instants that are read from each source. Each row has the count and the horizon, so a part
// without entries has a row too.
async function readPart(
  pool: pg.Pool,
  stream: Stream,
  { limit, offset }: Omit<ChangesPage, 'after'>,
  reach: number,
  requested: ReadonlySet<string>,
) {
  const { visibility } = stream
  const params = new Params()
  const entries = entriesSql(stream, { reach, limit: limit + offset }, params)
  const client = params.add(visibility.clientId)
  const { columns, read } = selectBlocks(visibility, requested, params)
  const text = `WITH ${entries},
      stream AS MATERIALIZED (
        SELECT * FROM entries ORDER BY at, registry_id LIMIT ${params.add(limit)} OFFSET ${params.add(offset)}),
      listed AS (SELECT stream.at, stream.registry_id AS entry_id, stream.removed, ${columns}
        FROM stream
        LEFT JOIN assets a ON NOT stream.removed AND a.client_id = ${client} AND a.registry_id = stream.registry_id),
      reached AS (SELECT (SELECT count(*)::int FROM entries) AS entries, (SELECT at FROM horizon) AS horizon_at,
        (SELECT registry_id FROM horizon) AS horizon_id,
        (SELECT x.deltas_from FROM shown_expiries x WHERE x.client_id = ${client}) AS deltas_from)
     SELECT reached.*, listed.* FROM reached LEFT JOIN listed ON true ORDER BY listed.at, listed.entry_id`
  const rows = await readRows(pool, text, params.values, 'changes')
  const reached = readReached(rows[0])
  const { horizon_at: at, horizon_id: registryId } = reached
  const toChange = (row: unknown) => {
    const { at, entry_id: registryId, removed } = readEntry(row)
    return { at, registryId, asset: removed ? null : read(row) }
  }
  return {
    changes: reached.entry_id === null ? [] : rows.map(toChange),
    entries: reached.entries,
    deltasFrom: reached.deltas_from ?? NEVER,
    horizon: at && registryId !== null ? { at, registryId } : null,
  }
}

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
