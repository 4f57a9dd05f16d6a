import type pg from 'pg'
import { visibleAsset, visibleTombstone } from '../../access/asset-filter.sql.ts'
import { isInstant, isText, orNull, rowReader } from '../../access/rows.ts'
import type { Newest, PortfolioAccess, Visibility } from '../../access/visibility.ts'
import { instantText, Params, readRows } from '../../database/statement.ts'
import { type Context, poolOf } from '../../schema/builder.ts'
import { visibleChangeTime, visibleColumns } from './change-times.ts'

const readNewestRow = rowReader('assets', { at: orNull(isInstant) })

/** The newest visible change, if it is known: it was read with the access, or is in the cache. */
export function knownNewest(access: PortfolioAccess, context: Context): Newest | null {
  return access.newest ?? context.newest.find(access, 'newest') ?? null
}

/** The newest visible change, known or read. */
export async function newestOf(access: PortfolioAccess, context: Context): Promise<Newest> {
  const read = () => readNewest(poolOf(context), access.visibility)
  return access.newest ?? context.newest.findOrRead(access, 'newest', read)
}

export async function readNewest(pool: pg.Pool, visibility: Visibility): Promise<Newest> {
  const params = new Params()
  const text = `SELECT newest.at FROM (SELECT ${newestSql(visibility, params)} AS at) newest`
  const [row] = await readRows(pool, text, params.values, 'newest')
  return readNewestRow(row)
}

/**
 * SQL for the instant of the newest visible change; null for none. A change that was committed after the access was
 * read is ignored: the terms of the grant may have changed before it, and a delta from it would miss what they show.
 */
export function newestSql(visibility: Visibility, params: Params): string {
  return visibility.filter.type === 'all'
    ? newestOfAllSql(visibility, params)
    : newestOfSomeSql(visibility, params)
}

// Each maximum is the end of an index, so the time does not grow with the portfolio.
function newestOfAllSql(visibility: Visibility, params: Params): string {
  const client = params.add(visibility.clientId)
  const until = params.add(visibility.changedUntil)
  const from = params.add(visibility.completeFrom)
  const times = visibleColumns(visibility).map(
    (at) =>
      `(SELECT max(a.${at}) FROM assets a WHERE a.client_id = ${client} AND a.${at} <= ${until})`,
  )
  const removed = `(SELECT max(r.removed_at) FROM removed_assets r
      WHERE r.client_id = ${client} AND r.removed_at > ${from} AND r.removed_at <= ${until})`
  return `greatest(${[...times, removed].join(', ')})`
}

// In one pass over the visible assets: an asset that came inside the filter has changed then.
function newestOfSomeSql(visibility: Visibility, params: Params): string {
  const visible = visibleAsset(visibility, 'a', params)
  const changed = visibleChangeTime(visibility, params)
  const until = params.add(visibility.changedUntil)
  // A removal can only be the newest change if it is newer than every visible asset. Each new value of an asset leaves a
  // tombstone, and a grant may not show values. So tombstones are grouped first, and each asset is looked up only once.
  const removed = `SELECT max(last.at) FILTER (
      WHERE NOT EXISTS (SELECT FROM assets a WHERE a.registry_id = last.registry_id AND ${visible}))
     FROM (SELECT d.registry_id, max(d.removed_at) AS at FROM tombstones d
       WHERE ${visibleTombstone(visibility, 'd', params)}
         AND d.removed_at > coalesce(changed.at, '-infinity') AND d.removed_at <= ${until}
       GROUP BY d.registry_id) last`
  return `(WITH changed AS (SELECT max(${changed}) AS at FROM assets a WHERE ${visible} AND ${changed} <= ${until})
    SELECT greatest(changed.at, (${removed})) FROM changed)`
}

const readDigestRow = rowReader('assets', { digest: isText })

/**
 * SHA-256, in hex, of a line for each visible asset in order of registry id: the id, a space, its visible `updated_at`,
 * LF. The digest is cached, or read in one pass over the visible assets.
 */
export function digestOf(access: PortfolioAccess, context: Context): Promise<string> {
  return context.digests.findOrRead(access, 'digest', async () => {
    const params = new Params()
    const text = digestSql(access.visibility, params)
    const [row] = await readRows(poolOf(context), text, params.values, 'digest')
    return readDigestRow(row).digest
  })
}

function digestSql(visibility: Visibility, params: Params): string {
  const line = `registry_id || ' ' || ${instantText('at')} || chr(10)`
  return `SELECT encode(sha256(convert_to(
           coalesce(string_agg(${line}, '' ORDER BY registry_id COLLATE "C"), ''), 'UTF8')), 'hex') AS digest
      FROM (SELECT a.registry_id, ${visibleChangeTime(visibility, params)} AS at
              FROM assets a WHERE ${visibleAsset(visibility, 'a', params)}) visible`
}
