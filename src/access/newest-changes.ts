import { SCOPES, type ScopeSet } from './scopes.ts'
import { StoredDataError } from './stored-data.ts'
import { isText, listOf, orNull } from './stored-row.ts'

/** The latest change of a portfolio that one access shows. */
export interface Newest {
  /** Null: no visible asset exists, and none was removed. */
  readonly at: Date | null
}

/** A check for a value of `newestChangesSql`. */
export const isNewestChanges = orNull(listOf(orNull(isText)))

/**
 * SQL for a JSON array: the newest removal in the portfolio of a client, and the newest change of each scope. Each is
 * the end of an index, so the statement always takes the same time. `client` is SQL.
 */
export function newestChangesSql(client: string): string {
  const changes = SCOPES.map(
    (scope) => `(SELECT max(${scope}_at) FROM assets WHERE client_id = ${client})`,
  )
  const removed = `(SELECT max(removed_at) FROM removed_assets WHERE client_id = ${client})`
  return `json_build_array(${[removed, ...changes].join(', ')})`
}

/**
 * The newest change that these scopes show of a whole portfolio. Removals up to `completeFrom` are not shown. Throws
 * `StoredDataError`.
 */
export function newestShown(
  [removed, ...changes]: readonly (string | null)[],
  scopes: ScopeSet,
  completeFrom: Date,
): Newest {
  const shown = changes.flatMap((at, place) => {
    const scope = SCOPES[place]
    return at !== null && scope && scopes.has(scope) ? [readInstant(at)] : []
  })
  const removedAt = removed ? readInstant(removed) : Number.NEGATIVE_INFINITY
  if (removedAt > completeFrom.getTime()) shown.push(removedAt)
  return { at: shown.length === 0 ? null : new Date(Math.max(...shown)) }
}

function readInstant(text: string): number {
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new StoredDataError('portfolio', 'a change has no valid instant')
  return at
}
