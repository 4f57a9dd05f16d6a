import { enteredAt } from '../../access/asset-filter.sql.ts'
import { SCOPES, type Scope } from '../../access/scopes.ts'
import type { Visibility } from '../../access/visibility.ts'
import type { Params } from '../../database/statement.ts'

/** The column of `assets` with the instant of the last change of the data that the scope shows. */
export function changeTime(scope: Scope): string {
  return `${scope}_at`
}

/** The columns of all scopes. `updated_at` is the newest of them; a constraint of the table ensures it. */
export const CHANGE_TIMES: readonly string[] = SCOPES.map(changeTime)

/**
 * The SQL for the instant of the latest visible change of asset `alias`. The caller gets it as `updated_at`.
 * `expiredAt` is the SQL for the latest expiry of its links, if the statement has it.
 */
export function visibleChangeTime(
  visibility: Visibility,
  alias: string,
  params: Params,
  expiredAt?: string,
): string {
  const written = writtenChangeTime(visibility, alias, params)
  if (!visibility.scopes.has('estate')) return written
  if (expiredAt !== undefined) return `greatest(${written}, ${expiredAt})`
  return `greatest(${written}, (SELECT max(l.expires_at) FROM share_links l
    WHERE l.registry_id = ${alias}.registry_id AND ${expiredLink(visibility, visibility.clockUntil, 'l', params)}))`
}

/** The columns whose maximum is the latest visible written change of an asset. Each has an index by client. */
export function visibleColumns({ scopes }: Visibility): readonly string[] {
  if (scopes.size === SCOPES.length) return ['updated_at']
  return SCOPES.filter((scope) => scopes.has(scope)).map(changeTime)
}

/** The same, but without changes by the clock. */
export function writtenChangeTime(visibility: Visibility, alias: string, params: Params): string {
  const { scopes } = visibility
  const times = visibleColumns(visibility).map((column) => `${alias}.${column}`)
  // Collections belong to the detail scope. With this scope, joining a collection has changed `detail_at`.
  const entered = scopes.has('detail') ? null : enteredAt(visibility, alias, params)
  return `greatest(${[...times, ...(entered ? [entered] : [])].join(', ')})`
}

/**
 * The condition that share link `alias` is shown as expired at `until`. A revoked link is shown as revoked instead, and
 * the import that revoked it has changed `estate_at`.
 */
export function expiredLink(
  { clientId }: Visibility,
  until: Date,
  alias: string,
  params: Params,
): string {
  return `${alias}.client_id = ${params.add(clientId)} AND ${alias}.expires_at <= ${params.add(until)}
      AND ${alias}.revoked_at IS NULL`
}
