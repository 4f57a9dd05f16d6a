import { enteredAt } from '../../access/asset-filter.sql.ts'
import { SCOPES, type Scope } from '../../access/scopes.ts'
import type { Visibility } from '../../access/visibility.ts'
import type { Params } from '../../database/statement.ts'

/** The column of `assets` with the instant at which what the scope shows changed last. */
export function changeTime(scope: Scope): string {
  return `${scope}_at`
}

/** The columns of all scopes. The newest of them is `updated_at`, as a constraint of the table says. */
export const CHANGE_TIMES: readonly string[] = SCOPES.map(changeTime)

/**
 * The SQL for the instant of the latest visible change of asset `alias`: what the caller gets as `updated_at`.
 * `expiredAt` is the SQL for when its last link expired, where the statement has it.
 */
export function visibleChangeTime(
  visibility: Visibility,
  alias: string,
  params: Params,
  {
    until = visibility.clockUntil,
    expiredAt,
  }: { until?: Date; expiredAt?: string | undefined } = {},
): string {
  const written = writtenChangeTime(visibility, alias, params)
  if (!visibility.scopes.has('estate')) return written
  if (expiredAt !== undefined) return `greatest(${written}, ${expiredAt})`
  return `greatest(${written}, (SELECT max(l.expires_at) FROM share_links l
    WHERE l.registry_id = ${alias}.registry_id AND ${expiredLink(visibility, until, 'l', params)}))`
}

/** The same without what the clock changes. */
export function writtenChangeTime(visibility: Visibility, alias: string, params: Params): string {
  const { scopes } = visibility
  if (scopes.size === SCOPES.length) return `${alias}.updated_at`
  const times = SCOPES.filter((scope) => scopes.has(scope)).map(
    (scope) => `${alias}.${changeTime(scope)}`,
  )
  // Collections belong to this scope: with it, joining one has moved its time.
  const entered = scopes.has('detail') ? null : enteredAt(visibility, alias, params)
  return `greatest(${[...times, ...(entered ? [entered] : [])].join(', ')})`
}

/**
 * The condition for share link `alias` to show that it expired until then. A revoked link shows that it is
 * revoked, and the import that revoked it moved the time of the estate.
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
