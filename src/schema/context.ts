import type pg from 'pg'
import type { Caller } from '../access/caller.ts'
import type { HeavyWork } from '../access/heavy-work.ts'
import type { PortfolioDecision } from '../access/identity.reads.ts'
import type { RequestContext } from '../access/request-context.ts'
import type { Scope } from '../access/scopes.ts'
import type { DeriveSecret } from '../access/server-secret.ts'
import type { Totals } from '../access/totals-cache.ts'
import type { Database } from '../database/client.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SkippedRows } from '../values/skipped-rows.ts'
import type { FieldLimits } from './field-limits.ts'
import type { PacedLists } from './paced-lists.ts'

/** The context of one operation: its caller, and what its resolvers use. */
export interface Context extends Totals {
  readonly request: RequestContext
  /** Null for an anonymous caller. */
  readonly caller: Caller | null
  readonly database: Database
  readonly deriveSecret: DeriveSecret
  /** Null where no mail is sent. */
  readonly mailer: Mailer | null
  /** Starts work that the response does not wait for. A failure of it is logged. */
  readonly inBackground: (work: () => Promise<void>) => void
  readonly fieldLimits: FieldLimits
  readonly heavyWork: HeavyWork
  /** The portfolio that the authenticator has already read, for the client that the request named. */
  readonly openedPortfolio?: {
    readonly clientId: string
    readonly portfolio: PortfolioDecision
  }
  /**
   * The rows that a REST request skips to reach a numbered page. Set for the façade's own operations only,
   * and no argument of the schema: a document from outside could ask for a deep page of each of many
   * lists, and a skipped row is read but not counted in the cost.
   */
  readonly skippedRows?: SkippedRows
  /** The fields that are null in this run because the access lacks their scope, by path. */
  readonly withheld: Map<string, WithheldField>
  readonly pacedLists: PacedLists
}

/** A field that is null because the access lacks its scope. */
export interface WithheldField {
  /** Its path in the response, without list indexes below a portfolio. */
  readonly path: readonly (string | number)[]
  /** As `Type.field`. */
  readonly field: string
  readonly scope: Scope
}

export function poolOf(context: Context): pg.Pool {
  return context.database.pool
}

/** The rows that the operation skips in this list. */
export function offsetOf({ skippedRows }: Context, list: SkippedRows['list']): number {
  return skippedRows?.list === list ? skippedRows.offset : 0
}
