import type pg from 'pg'
import { visibleAsset, visibleTombstone } from '../../access/asset-filter.sql.ts'
import { type CheckedBy, isText, objectOf, orNull, rowReader } from '../../access/rows.ts'
import type { Newest, PortfolioAccess, Visibility } from '../../access/visibility.ts'
import { asJson, instantText, Params, readJson } from '../../database/statement.ts'
import { type Context, poolOf } from '../../schema/builder.ts'
import { visibleChangeTime, visibleColumns } from './change-times.ts'

/** Whether a value has the form of `newestSql`. */
export const isNewestRow = objectOf({ at: orNull(isText) })
const readRow = rowReader('assets', { newest: isNewestRow })

/** The newest visible change, if it is known: it was read with the access, or is in the cache. */
export function knownNewest(access: PortfolioAccess, context: Context): Newest | null {
  return access.newest ?? context.newest.find(access, 'newest') ?? null
}

/** The newest visible change, known or read. */
export async function newestOf(access: PortfolioAccess, context: Context): Promise<Newest> {
  const read = () => readNewest(poolOf(context), access)
  return access.newest ?? context.newest.findOrRead(access, 'newest', read)
}

export async function readNewest(pool: pg.Pool, access: PortfolioAccess): Promise<Newest> {
  const params = new Params()
  const text = asJson(`SELECT ${newestSql(access, params)} AS newest`)
  const [row] = await readJson(pool, text, params.values, 'newest')
  return toNewest(readRow(row).newest)
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
  return `(SELECT json_build_object('at', greatest(${[...times, removed].join(', ')})))`
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
    SELECT json_build_object('at', greatest(changed.at, (${removed}))) FROM changed)`
}

const readDigestRow = rowReader('assets', { digest: isText })

/**
 * SHA-256, in hex, of a line for each visible asset in order of registry id: the id, a space, its visible `updated_at`,
 * LF. The digest is cached, or read in one pass over the visible assets.
 */
export function digestOf(access: PortfolioAccess, context: Context): Promise<string> {
  const read = () => readDigest(poolOf(context), access.visibility)
  return context.digests.findOrRead(access, 'digest', read)
}

async function readDigest(pool: pg.Pool, visibility: Visibility): Promise<string> {
  const params = new Params()
  const line = `registry_id || ' ' || ${instantText('at')} || chr(10)`
  const text = asJson(`SELECT encode(sha256(convert_to(
           coalesce(string_agg(${line}, '' ORDER BY registry_id COLLATE "C"), ''), 'UTF8')), 'hex') AS digest
      FROM (SELECT a.registry_id, ${visibleChangeTime(visibility, params)} AS at
              FROM assets a WHERE ${visibleAsset(visibility, 'a', params)}) visible`)
  const [row] = await readJson(pool, text, params.values, 'digest')
  return readDigestRow(row).digest
}
