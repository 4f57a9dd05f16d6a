import SchemaBuilder from '@pothos/core'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import type { JsonText } from '../values/json.ts'
import { type AuthScopes, authScopesOf, callerError } from './auth-scopes.ts'
import type { Context } from './context.ts'

/**
 * Every module registers its types on this builder. Two rules use `authScopes`:
 *
 * - The kind of caller. By default a query field serves portal sessions only, and a mutation only with a recent check.
 * A root field with `skipTypeScopes` serves the callers of its own `authScopes`.
 * - The scope of a grant. Each block of portfolio data requires its scope: `requiresScope` checks it against the access
 * of the object. Which rows are visible is a condition in each SQL statement.
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
    Block: { Input: never; Output: JsonText }
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
