import SchemaBuilder from '@pothos/core'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { GatewayError } from '../errors.ts'
import type { Context } from './context.ts'

/**
 * The builder that every module registers its types on. Three scopes say who calls; what a partner
 * may see of a portfolio is not among them: the portfolio itself grants that to the types below it.
 */
export const builder = new SchemaBuilder<{
  Context: Context
  DefaultFieldNullability: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
  AuthScopes: { caller: boolean; partner: boolean; person: boolean }
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date | string }
    Date: { Input: string; Output: string }
    Decimal: { Input: string; Output: string }
    Int64: { Input: bigint; Output: bigint }
    ByteCount: { Input: number; Output: number }
    CategoryDetail: { Input: never; Output: Record<string, unknown> }
  }
}>({
  plugins: [ScopeAuthPlugin, RelayPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: ({ caller }) => ({
      caller: caller !== null,
      partner: caller?.kind === 'partner',
      person: caller?.kind === 'user',
    }),
    unauthorizedError: (_parent, { caller }) => refuseCaller(caller !== null),
  },
  relay: {
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    cursorType: 'String',
    nodesOnConnection: true,
    edgesFieldOptions: { nullable: false },
    nodeFieldOptions: { nullable: false },
  },
})

/** The refusal of a field whose caller is not of the kind that it serves. */
function refuseCaller(known: boolean): GatewayError {
  if (known)
    return new GatewayError(
      'caller_not_allowed',
      'This field does not serve your kind of credential.',
    )
  return new GatewayError(
    'missing_api_key',
    'Send an API key or an access token: Authorization: Bearer ….',
  )
}
