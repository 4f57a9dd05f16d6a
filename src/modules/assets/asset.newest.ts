import type pg from 'pg'
import { visibleAsset, visibleTombstone } from '../../access/asset-filter.sql.ts'
import { type CheckedBy, isText, objectOf, orNull, rowReader } from '../../access/stored-row.ts'
import type { Newest } from '../../access/totals-cache.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { asJson, Params, readJson } from '../../database/statement.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { visibleChangeTime } from './change-times.ts'

/** Whether a value has the form of `newestSql`. */
export const isNewestRow = objectOf({ at: orNull(isText) })
const readRow = rowReader('assets', { newest: isNewestRow })

/** The newest visible change from the cache. Null if it is not cached. */
export function cachedNewest(access: PortfolioAccess, context: Context): Newest | null {
  return context.newest.find(access, 'newest') ?? null
}

/** The newest visible change, from the cache or read in one pass over the visible assets. */
export async function newestOf(access: PortfolioAccess, context: Context): Promise<Newest> {
  const known = cachedNewest(access, context)
  if (known) return known
  return storeNewest(access, context, await readNewest(poolOf(context), access))
}

/** The newest visible change, read in one pass over the visible assets. */
export async function readNewest(pool: pg.Pool, access: PortfolioAccess): Promise<Newest> {
  const params = new Params()
  const text = asJson(`SELECT ${newestSql(access, params)} AS newest`)
  const [row] = await readJson(pool, text, params.values, 'newest')
  return toNewest(readRow(row).newest)
}

/** Stores the newest visible change in the cache, and returns it. */
export function storeNewest(access: PortfolioAccess, context: Context, newest: Newest): Newest {
  return context.newest.store(access, 'newest', newest)
}

/** The newest visible change from a value of `newestSql`. */
export function toNewest({ at }: CheckedBy<typeof isNewestRow>): Newest {
  return { at: at === null ? null : new Date(at) }
}

/**
 * SQL for the newest visible change, as a JSON object that `isNewestRow` accepts. A change that was committed after the
 * access was read is ignored: the terms of the grant may have changed before it, and a delta that continued from it
 * would miss what they show now.
 */
export function newestSql({ visibility }: PortfolioAccess, params: Params): string {
  const visible = visibleAsset(visibility, 'a', params)
  const changed = visibleChangeTime(visibility, 'a', params)
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
    SELECT json_build_object('at', greatest(changed.at, (${removed}))) FROM changed)`
}
