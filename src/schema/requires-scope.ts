import type { GraphQLResolveInfo } from 'graphql'
import type { Scope } from '../access/scopes.ts'
import type { PortfolioAccess } from '../access/visibility.ts'
import type { Context } from './context.ts'

// Past this number a path does not say in which portfolio of a list it is.
const MAX_WITHHELD = 1_000

type Path = GraphQLResolveInfo['path']

/**
 * The options of a field that requires a scope, to be spread into the field's options. The parent
 * object carries the access with which it was read. If that access lacks the scope, the field is null
 * and the response names it as withheld, once for all assets of a portfolio.
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
      recordWithheld(context, info, scope)
      return null
    },
  } as const
}

/** The members of a result that were withheld from objects of this type, by the names in the result. */
export function withheldFrom({ withheld }: Context, type: string): string[] {
  const prefix = `${type}.`
  return [...withheld.values()]
    .filter(({ field }) => field.startsWith(prefix))
    .map(({ path }) => String(path.at(-1)))
}

function recordWithheld({ withheld }: Context, info: GraphQLResolveInfo, scope: Scope): void {
  const exact = pathOf(info)
  // A document has few fields, but they can be withheld from many portfolios.
  const path = withheld.size < MAX_WITHHELD ? exact : exact.filter((key) => typeof key === 'string')
  const field = `${info.parentType.name}.${info.fieldName}`
  withheld.set(path.join('.'), { path, field, scope })
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
