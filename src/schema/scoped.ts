import type { GraphQLResolveInfo } from 'graphql'
import type { Scope } from '../access/scopes.ts'
import type { Context } from './context.ts'

/**
 * The options of a field that one scope shows, to be spread into it: the type that the field stands
 * on grants the scopes of its portfolio, and where this one is not among them the field is null
 * and the answer names it once as withheld.
 */
export function shownBy(scope: Scope) {
  return {
    nullable: true,
    authScopes: { $granted: scope },
    extensions: { scope },
    unauthorizedResolver: (
      _parent: unknown,
      _args: unknown,
      context: Context,
      info: GraphQLResolveInfo,
    ) => {
      context.withheld.set(`${info.parentType.name}.${info.fieldName}`, scope)
      return null
    },
  } as const
}
