import type { GraphQLResolveInfo } from 'graphql'
import type pg from 'pg'
import type { Caller } from '../access/caller.ts'
import type { PortfolioDecision } from '../access/identity.reads.ts'
import type { Totals } from '../access/totals-cache.ts'
import type { Database } from '../database/client.ts'
import type { DeriveSecret } from '../database/server-secret.ts'
import type { RequestContext } from '../load/request-context.ts'
import type { HeavyWork } from '../load/waiting/heavy-work.ts'
import type { Outbound } from '../outbound/reach.ts'
import type { SkippedRows } from '../values/page-size.ts'
import type { TimedChanges } from './timed-changes.ts'
import type { WithheldFields } from './withheld-fields.ts'

/** Lets requests wait for the next entry in the feed of a key. */
interface FeedWaiter {
  wait(
    keyId: string,
    end: { readonly generation: string; readonly position: bigint },
    milliseconds: number,
  ): Promise<void>
}

/** Limits on the fields that are expensive or sensitive. They apply in addition to the caller's quota. */
export interface FieldLimits {
  /** Counts a call of the field by the caller, as `cost` calls (1 by default). Throws `rate_limit_exceeded` over the limit. */
  use(
    context: Pick<Context, 'caller'>,
    info: GraphQLResolveInfo,
    perMinute: number,
    cost?: number,
  ): Promise<void>
}

/** The context of one operation: its caller, and what its resolvers use. */
export interface Context extends Totals {
  readonly request: RequestContext
  /** Null for an anonymous caller. */
  readonly caller: Caller | null
  readonly database: Database
  readonly deriveSecret: DeriveSecret
  readonly sendsMail: boolean
  /** How addresses of webhooks are checked. */
  readonly outbound: Outbound
  readonly fieldLimits: FieldLimits
  readonly heavyWork: HeavyWork
  readonly feedWaiter: FeedWaiter
  /** The decision of the authenticator, for the client that the request named. */
  readonly decision?: PortfolioDecision
  /**
   * The rows that a REST request skips to reach a numbered page. It is set only for the façade's own operations and is
   * not an argument of the schema. Otherwise a document could ask for a late page of many lists, and skipped rows are
   * read but not counted in the cost.
   */
  readonly skippedRows?: SkippedRows
  /** The fields that are null in this run because the access lacks their scope. */
  readonly withheld: WithheldFields
  readonly changes: TimedChanges
}

export function poolOf(context: Context): pg.Pool {
  return context.database.pool
}

/** The rows that the operation skips in this list. */
export function offsetOf({ skippedRows }: Context, list: SkippedRows['list']): number {
  return skippedRows?.list === list ? skippedRows.offset : 0
}
