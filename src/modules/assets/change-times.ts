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

/** The columns whose maximum is the latest visible written change of an asset. Each has an index by client. */
export function visibleColumns({ scopes }: Visibility): readonly string[] {
  if (scopes.size === SCOPES.length) return ['updated_at']
  return SCOPES.filter((scope) => scopes.has(scope)).map(changeTime)
}

/** The SQL for the instants whose maximum is the latest visible change of asset `a`. */
export function visibleTimes(visibility: Visibility, params: Params): string[] {
  const times = visibleColumns(visibility).map((column) => `a.${column}`)
  // Collections belong to the detail scope. With this scope, joining a collection has changed `detail_at`.
  const entered = visibility.scopes.has('detail') ? null : enteredAt(visibility, 'a', params)
  return entered ? [...times, entered] : times
}

/** The SQL for the instant of the latest visible change of asset `a`. The caller gets it as `updated_at`. */
export function visibleChangeTime(visibility: Visibility, params: Params): string {
  const times = visibleTimes(visibility, params)
  // The index of a column does not serve `greatest` of it.
  return times.length === 1 ? times.join() : `greatest(${times.join(', ')})`
}
