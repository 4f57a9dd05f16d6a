import type { GraphQLResolveInfo } from 'graphql'
import type { Scope } from '../access/scopes.ts'
import type { PortfolioAccess } from '../access/visibility.ts'
import type { Context } from './context.ts'

/**
 * The options of a field that requires a scope, to be spread into the field's options. The parent
 * object carries the access with which it was read. If that access lacks the scope, the field is null
 * and the response lists it once as withheld.
 */
export function requiresScope(scope: Scope) {
  return {
    nullable: true,
    // The access is read from the parent object: `grantScopes` of scope-auth costs more time than the
    // rest of the run of a page.
    authScopes: ({ access }: { readonly access: PortfolioAccess }) =>
      access.visibility.scopes.has(scope),
    extensions: { scope },
    unauthorizedResolver: (
      _parent: unknown,
      _args: unknown,
      context: Context,
      info: GraphQLResolveInfo,
    ) => {
      const { name } = info.parentType
      const field = `${name}.${info.fieldName}`
      context.withheld.set(`${name}.${responseName(info)}`, { field, scope })
      return null
    },
  } as const
}

/** The members of a result that were withheld from objects of this type, by the names in the result. */
export function withheldFrom({ withheld }: Context, type: string): string[] {
  const prefix = `${type}.`
  return [...withheld.keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
}

function responseName({ fieldNodes, fieldName }: GraphQLResolveInfo): string {
  return fieldNodes[0]?.alias?.value ?? fieldName
}
