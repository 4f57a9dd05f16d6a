import SchemaBuilder, { type InputRef } from '@pothos/core'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import type { GraphQLResolveInfo } from 'graphql'
import type pg from 'pg'
import type { Caller } from '../access/caller.ts'
import type { PortfolioDecision } from '../access/identity.reads.ts'
import type { Totals } from '../access/portfolio-cache.ts'
import type { Database } from '../database/client.ts'
import type { DeriveSecret } from '../database/server-secret.ts'
import type { RequestContext } from '../load/request-context.ts'
import type { HeavyWork } from '../load/waiting/heavy-work.ts'
import type { Outbound } from '../outbound/reach.ts'
import type { SkippedRows } from '../values/page-size.ts'
import { type AuthScopes, authScopesOf, callerError } from './auth-scopes.ts'
import type { Arg } from './list.type.ts'
import type { WithheldFields } from './requires-scope.ts'
import type { TimedChanges } from './timed-changes.ts'

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

/** The context of one operation: its caller, who may be anonymous, and what its resolvers use. */
export interface Context extends Totals {
  readonly request: RequestContext
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
   * The rows that a REST request skips to reach a numbered page. They are not an argument of the schema: otherwise a
   * document could ask for a late page of many lists, and skipped rows are read but not counted in the cost.
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

/**
 * Every module registers its types on this builder. `authScopes` names the callers of a field. By default a query field
 * serves portal sessions only, and a mutation only with a recent check. A root field with `skipTypeScopes` serves the
 * callers of its own `authScopes`. Each block of portfolio data requires its scope of a grant: `requiresScope` checks
 * it against the access of the object. Which rows are visible is a condition in each SQL statement.
 */
export const builder = new SchemaBuilder<{
  Context: Context
  DefaultFieldNullability: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
  AuthScopes: AuthScopes
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date | string }
    Date: { Input: string; Output: string }
    Decimal: { Input: string; Output: string }
    Int64: { Input: bigint; Output: bigint }
    ByteCount: { Input: number; Output: number }
    CategoryMembers: { Input: never; Output: Readonly<Record<string, unknown>> }
    Block: { Input: never; Output: Readonly<Record<string, string>> }
  }
}>({
  plugins: [ScopeAuthPlugin, RelayPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: authScopesOf,
    unauthorizedError: (_parent, context) => callerError(context),
  },
  relay: {
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    cursorType: 'String',
    nodesOnConnection: { description: 'The entries of the page.' },
    edgesFieldOptions: {
      nullable: false,
      description: 'The entries of the page with their cursors.',
    },
    nodeFieldOptions: { nullable: false, description: 'The entry.' },
    cursorFieldOptions: { description: 'Marks the place of the entry in the list.' },
    defaultConnectionTypeOptions: { description: 'One page of a list.' },
    defaultEdgeTypeOptions: { description: 'An entry of a page with its cursor.' },
    pageInfoFieldOptions: { description: 'Where the page is in its list.' },
    pageInfoTypeOptions: { description: 'Where a page is in its list.' },
    hasNextPageFieldOptions: { description: 'Whether another page follows.' },
    hasPreviousPageFieldOptions: { description: 'Whether the page is not the first.' },
    startCursorFieldOptions: {
      description: 'The cursor of the first entry. Null on an empty page.',
    },
    endCursorFieldOptions: {
      description: 'The cursor of the last entry, to send as after. Null on an empty page.',
    },
  },
})

builder.queryType({
  authScopes: { person: true },
  description:
    'Reads. The guide says what a request counts as against the rate limit: /docs/guide/graphql#cost-of-a-request.',
})
builder.mutationType({
  description:
    'Changes. A change of the portal needs a session with a password or second-factor check within the last 15 minutes.',
  authScopes: { recentlyChecked: true },
})

export type Types = typeof builder.$inferSchemaTypes

/** The builder of the fields of a type with these rows. */
export type Fields<Row> = PothosSchemaTypes.ObjectFieldBuilder<Types, Row>

type Instant = Date | string

/** A field with an instant of the row. */
export function instant<Name extends string, Row extends { readonly [Key in Name]: Instant }>(
  t: Fields<Row>,
  name: Name,
  description: string,
) {
  return t.field({ type: 'DateTime', description, resolve: (row: Row) => row[name] })
}

/** A field with an instant of the row that can be null. */
export function instantOrNull<
  Name extends string,
  Row extends { readonly [Key in Name]: Instant | null },
>(t: Fields<Row>, name: Name, description: string) {
  return t.field({
    type: 'DateTime',
    nullable: true,
    description,
    resolve: (row: Row) => row[name],
  })
}

/** The id of an object that is a part or a view of the record with its id: `suffix` tells the two apart. */
export function derivedId<Row extends { readonly id: string }>(
  t: Fields<Row>,
  suffix: string,
  description: string,
) {
  return t.id({ description, resolve: ({ id }: Row) => `${id}:${suffix}` })
}

/** The only argument of a mutation: its input. */
export function inputArg<Input>(arg: Arg, type: InputRef<Input>, description: string) {
  return { input: arg({ description, type, required: true }) }
}
