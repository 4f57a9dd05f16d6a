import { visibleAsset, visibleTombstone } from '../../access/asset-filter.sql.ts'
import { type CheckedBy, isText, objectOf, orNull, rowReader } from '../../access/stored-row.ts'
import type { Newest } from '../../access/totals-cache.ts'
import type { PortfolioAccess, Visibility } from '../../access/visibility.ts'
import { asJson, Params, readJson } from '../../database/statement.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { expiredLink, writtenChangeTime } from './change-times.ts'

/** Whether a value is what `newestSql` gives. */
export const isNewestRow = objectOf({ at: orNull(isText), next: orNull(isText) })
const readRow = rowReader('assets', { newest: isNewestRow })

/** The newest visible change where it is cached and the clock has changed nothing since. */
export function cachedNewest(access: PortfolioAccess, context: Context): Newest | null {
  const known = context.newest.find(access, 'newest')
  if (!known) return null
  const { clockUntil, deltaUntil } = access.visibility
  // A request that was identified later may have stored an expiry that this one does not show.
  const isShown = known.at === null || known.at <= clockUntil
  const isNewest = known.nextExpiry === null || known.nextExpiry > deltaUntil
  return isShown && isNewest ? known : null
}

/** The newest visible change: cached, or read in one pass over the visible assets. */
export async function newestOf(access: PortfolioAccess, context: Context): Promise<Newest> {
  const known = cachedNewest(access, context)
  if (known) return known
  const params = new Params()
  const text = asJson(`SELECT ${newestSql(access, params)} AS newest`)
  const [row] = await readJson(poolOf(context), text, params.values, 'newest')
  return storeNewest(access, context, toNewest(readRow(row).newest))
}

/** Stores the newest visible change, where nothing was being written, and returns it. */
export function storeNewest(access: PortfolioAccess, context: Context, newest: Newest): Newest {
  return access.isQuiet ? context.newest.store(access, 'newest', newest) : newest
}

/** The newest visible change of a value of `newestSql`. */
export function toNewest({ at, next }: CheckedBy<typeof isNewestRow>): Newest {
  return {
    at: at === null ? null : new Date(at),
    nextExpiry: next === null ? null : new Date(next),
  }
}

/**
 * SQL for the newest visible change, as a JSON object that `isNewestRow` knows. A change that was committed after the
 * access was read does not count: a delta that went on from it would miss a link that expired before it.
 */
export function newestSql({ visibility, grant }: PortfolioAccess, params: Params): string {
  const visible = visibleAsset(visibility, 'a', params)
  const written = writtenChangeTime(visibility, 'a', params)
  const until = params.add(visibility.deltaUntil)
  // Only what is newer than every visible asset can be the newest, so few tombstones are looked at.
  const removed = `SELECT max(d.removed_at) FROM tombstones d
     WHERE ${visibleTombstone(visibility, 'd', params)}
       AND d.removed_at > coalesce(changed.at, '-infinity') AND d.removed_at <= ${until}
       AND d.removed_at >= ${params.add(grant?.changedAt ?? new Date(0))}
       AND NOT EXISTS (SELECT FROM assets a WHERE a.registry_id = d.registry_id AND ${visible})`
  const expiry = visibility.scopes.has('estate')
    ? {
        last: lastExpirySql(visibility, visible, params),
        next: nextExpirySql(visibility, visible, params),
      }
    : { last: 'NULL', next: 'NULL' }
  return `(WITH changed AS (SELECT max(${written}) AS at FROM assets a WHERE ${visible} AND ${written} <= ${until})
    SELECT json_build_object('at', greatest(changed.at, (${removed}), ${expiry.last}), 'next', ${expiry.next})
      FROM changed)`
}

// Only what expired after the latest written change can be the newest, so few links are looked at.
function lastExpirySql(visibility: Visibility, visible: string, params: Params): string {
  return `(SELECT l.expires_at FROM share_links l
    WHERE ${expiredLink(visibility, visibility.deltaUntil, 'l', params)} AND l.expires_at > coalesce(changed.at, '-infinity')
      AND ${ofVisibleAsset(visible)}
    ORDER BY l.expires_at DESC LIMIT 1)::timestamptz`
}

function nextExpirySql(
  { clientId, deltaUntil }: Visibility,
  visible: string,
  params: Params,
): string {
  return `(SELECT l.expires_at FROM share_links l
    WHERE l.client_id = ${params.add(clientId)} AND l.expires_at > ${params.add(deltaUntil)}
      AND l.revoked_at IS NULL AND ${ofVisibleAsset(visible)}
    ORDER BY l.expires_at LIMIT 1)`
}

function ofVisibleAsset(visible: string): string {
  return `EXISTS (SELECT FROM assets a WHERE a.registry_id = l.registry_id AND ${visible})`
}
