import { GatewayError } from '../errors.ts'
import type { AssetFilter } from './asset-filter.ts'
import type { Environment } from './caller.ts'
import { isText, listOf, orNull } from './rows.ts'
import { SCOPES, type Scope, type ScopeSet } from './scopes.ts'
import { StoredDataError } from './stored-data.ts'

/** The part of ONE portfolio that a caller may see. Every read of portfolio data names its portfolio by this alone. */
export interface Visibility {
  readonly clientId: string
  readonly scopes: ScopeSet
  readonly filter: AssetFilter
  /**
   * The instant from which deltas are complete: the latest of the last change of the grant's terms, the last restore
   * and the start of the retention of tombstones. Removals up to this instant are not read.
   */
  readonly completeFrom: Date
  /**
   * Deltas and `as_of` cover all changes up to this instant and none after it: the newest change when the access was
   * read, or `completeFrom`, if that is later. A running import commits its changes with a later instant.
   */
  readonly changedUntil: Date
}

/** The grant behind a visibility, as every body shows it. */
export interface GrantView {
  readonly id: string
  readonly version: number
  readonly scopes: readonly Scope[]
  readonly assetFilter: AssetFilter['type']
  readonly expiresAt: Date | null
  readonly changedAt: Date
  /** The firm's own id of the client. Null: the firm gave none. */
  readonly reference: string | null
  readonly connectedAt: Date
}

export interface PortfolioAccess {
  readonly visibility: Visibility
  /** Null for the client's own access and for staff. */
  readonly grant: GrantView | null
  readonly clientName: string
  readonly environment: Environment
  /** ISO 4217; every amount of the portfolio is in it. */
  readonly currency: string
  /** The epoch of the database that was read; see `EPOCH_SQL`. */
  readonly epoch: string
  readonly dataVersion: string
  /** The newest change, visible or not. */
  readonly changedAt: Date
  /** When the portfolio was restored. Null: it was never restored. */
  readonly fullBefore: Date | null
  /** Older tombstones are past their retention. Null: all tombstones are stored. */
  readonly deltasFrom: Date | null
  /**
   * Whether a delta that continues a walk misses nothing. False while the terms of the grant are being changed, and
   * while an import is running that began before their last change: its instant may be earlier.
   */
  readonly isSettled: boolean
  /** The newest visible change, where the statement that found the grant has read it. */
  readonly newest?: Newest
}

/** Throws `insufficient_scope` unless the scope is visible; `what` is the name of the thing that needs it. */
export function requireScope(visibility: Visibility, scope: Scope, what: string): void {
  if (visibility.scopes.has(scope)) return
  throw new GatewayError(
    'insufficient_scope',
    `${what} needs the ${scope} scope, which this access does not have.`,
  )
}

/** The latest change of a portfolio that one access shows. */
export interface Newest {
  /** Null: no visible asset exists, and none was removed. */
  readonly at: Date | null
}

export const isNewestChanges = orNull(listOf(orNull(isText)))

/** SQL for a JSON array: the newest removal in a portfolio, and the newest change of each scope. `client` is SQL. */
export function newestChangesSql(client: string): string {
  const changes = SCOPES.map(
    (scope) => `(SELECT max(${scope}_at) FROM assets WHERE client_id = ${client})`,
  )
  const removed = `(SELECT max(removed_at) FROM removed_assets WHERE client_id = ${client})`
  return `json_build_array(${[removed, ...changes].join(', ')})`
}

/** The newest change that these scopes show; no removal up to `completeFrom` is shown. Throws `StoredDataError`. */
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
