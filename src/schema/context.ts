import type { GraphQLResolveInfo } from 'graphql'
import type pg from 'pg'
import type { Caller } from '../access/caller.ts'
import type { PortfolioDecision } from '../access/identity.reads.ts'
import type { RequestContext } from '../access/request-context.ts'
import type { Scope } from '../access/scopes.ts'
import type { DeriveSecret } from '../access/server-secret.ts'
import type { CategorySum, TotalsCache } from '../access/totals-cache.ts'
import type { Database } from '../database/client.ts'

/** One run of one operation: who asks, and what the run may use. */
export interface Context {
  readonly request: RequestContext
  /** Null: nobody has said who they are. */
  readonly caller: Caller | null
  readonly database: Database
  readonly deriveSecret: DeriveSecret
  readonly fieldLimits: FieldLimits
  /** How many assets the listings of a portfolio have. */
  readonly counts: TotalsCache<number>
  /** What the assets of a portfolio amount to, by category. */
  readonly sums: TotalsCache<readonly CategorySum[]>
  /** What the authenticator has read of a portfolio already, for the client that the request named. */
  readonly openedPortfolio?: {
    readonly clientId: string
    readonly portfolio: PortfolioDecision
  }
  /** The fields that this run left null because their scope is not visible, by `Type.responseName`. */
  readonly withheld: Map<string, WithheldField>
}

/** A field, as `Type.field`, that is null because its scope is not visible. */
export interface WithheldField {
  readonly field: string
  readonly scope: Scope
}

/** Limits on single fields, beside the caller's quota. */
export interface FieldLimits {
  /** Counts one use of the field by the caller; throws `rate_limit_exceeded`. */
  use(context: Context, info: GraphQLResolveInfo, perMinute: number): Promise<void>
}

/** The shared pool, for prepared reads. */
export function poolOf(context: Context): pg.Pool {
  return context.database.pool
}
