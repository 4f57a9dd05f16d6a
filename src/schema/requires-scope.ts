import type { GraphQLResolveInfo } from 'graphql'
import type { Scope } from '../access/scopes.ts'
import type { Visibility } from '../access/visibility.ts'
import type { Context } from './builder.ts'

type Path = GraphQLResolveInfo['path']

/** An object that was read with an access. Totals over several portfolios have the scopes of any of them. */
export interface ReadWithScopes {
  readonly access: { readonly visibility: Pick<Visibility, 'scopes'> }
}

/**
 * The options of a field that requires a scope, to be spread into the field's options. The parent object has the access
 * with which it was read. If that access lacks the scope, the field is null and the response names it as withheld, once
 * for all assets of a portfolio.
 */
export function requiresScope(scope: Scope) {
  return {
    nullable: true,
    // The access is read from the parent object: `grantScopes` of scope-auth takes more time than all other work of a
    // page.
    authScopes: (parent: ReadWithScopes | ReadWithScopes['access']) => showsScope(parent, scope),
    extensions: { scope },
    unauthorizedResolver: (
      _parent: unknown,
      _args: unknown,
      { withheld }: Context,
      info: GraphQLResolveInfo,
    ) => {
      const field = `${info.parentType.name}.${info.fieldName}`
      withheld.add({ path: pathOf(info), field, scope })
      return null
    },
  } as const
}

/** Whether an object shows what needs the scope. A portfolio is the access itself. */
export function showsScope(
  object: ReadWithScopes | ReadWithScopes['access'],
  scope: Scope,
): boolean {
  const { visibility } = 'access' in object ? object.access : object
  return visibility.scopes.has(scope)
}

// One access decides for all assets of a portfolio, so the path has no indexes below the portfolio.
function pathOf(info: GraphQLResolveInfo): (string | number)[] {
  const keys: (string | number)[] = []
  let isAbove = false
  for (let at: Path | undefined = info.path; at; at = at.prev) {
    if (isAbove || typeof at.key === 'string') keys.push(at.key)
    if (at.typename === 'Portfolio') isAbove = true
  }
  return keys.reverse()
}
