import { GatewayError } from '../errors.ts'
import type { AssetFilter } from './asset-filter.ts'
import type { Environment } from './caller.ts'
import type { Scope, ScopeSet } from './scopes.ts'

/**
 * What a caller may see of ONE portfolio. Every read of portfolio data takes one, and there is no
 * other way to name a portfolio to a read.
 */
export interface Visibility {
  readonly clientId: string
  readonly scopes: ScopeSet
  readonly filter: AssetFilter
  /** What the clock changes, such as an expiry, shows up to this instant, and is a change of the asset. */
  readonly clockUntil: Date
  /** Deltas and `as_of` have all changes up to this one and none after it; an import that is under way commits a later one. */
  readonly deltaUntil: Date
}

/** The grant behind a visibility, as every body shows it. */
export interface GrantView {
  readonly id: string
  readonly version: number
  readonly scopes: readonly Scope[]
  readonly assetFilter: AssetFilter['type']
  readonly expiresAt: Date | null
  /** The latest change of its terms. */
  readonly changedAt: Date
}

/** A portfolio as one caller may see it. */
export interface PortfolioAccess {
  readonly visibility: Visibility
  /** Null for the client's own access and for staff. */
  readonly grant: GrantView | null
  readonly clientName: string
  readonly environment: Environment
  /** ISO 4217; every amount of the portfolio is in it. */
  readonly currency: string
  /** Of the database that was read; see `EPOCH_SQL`. */
  readonly epoch: string
  readonly dataVersion: string
  /** The newest change, visible or not. */
  readonly changedAt: Date
  /** No change committed after this was read has an instant at or before it; null while terms change. */
  readonly settledAt: Date | null
  /** Whether nothing was being written. Otherwise a later read may know more of the same data. */
  readonly isQuiet: boolean
}

/** Throws `insufficient_scope` unless the scope is visible; `what` names what needs it. */
export function requireScope(visibility: Visibility, scope: Scope, what: string): void {
  if (visibility.scopes.has(scope)) return
  throw new GatewayError(
    'insufficient_scope',
    `${what} needs the ${scope} scope, which this access does not have.`,
  )
}
