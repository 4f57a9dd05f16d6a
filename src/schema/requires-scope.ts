import type { GraphQLResolveInfo } from 'graphql'
import type { Scope } from '../access/scopes.ts'
import type { Visibility } from '../access/visibility.ts'
import type { Context } from './builder.ts'

/** An object that was read with an access. Totals over several portfolios have the scopes of any of them. */
interface ReadWithScopes {
  readonly access: { readonly visibility: Pick<Visibility, 'scopes'> }
}

/**
 * The options to spread into a field that requires a scope. If the access with which the parent object was read lacks
 * it, the field is null and the response names it as withheld, once for all assets of a portfolio.
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
      withheld.add(scope, info)
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

/** A field that is null because the access lacks its scope. */
interface WithheldField {
  readonly path: Path
  readonly field: string
  readonly scope: Scope
}

type Path = readonly (string | number)[]

/** The withheld fields of one run, each path once. Each counts as a field of the result, which limits their number. */
export class WithheldFields {
  readonly #byPlace = new Map<string, WithheldField>()

  add(scope: Scope, { path, fieldNodes, parentType, fieldName }: GraphQLResolveInfo): void {
    const steps = stepsOf(path)
    // Portfolios are read in parallel, so the order of `add` differs.
    const place = [fieldNodes[0]?.loc?.start ?? 0, ...steps].map((step) =>
      `${step}`.padStart(6, '0'),
    )
    this.#byPlace.set(place.join(), {
      path: steps,
      field: `${parentType.name}.${fieldName}`,
      scope,
    })
  }

  /** The response names of the fields that were withheld from objects of this type. */
  namesIn(type: string): string[] {
    const ofType = [...this.#byPlace.values()].filter(({ field }) => field.startsWith(`${type}.`))
    return ofType.map(({ path }) => String(path.at(-1)))
  }

  /** The fields in the order in which they are in the document, and then of their indexes. */
  inOrder(): WithheldField[] {
    const sorted = [...this.#byPlace].sort(([one], [other]) => (one < other ? -1 : 1))
    return sorted.map(([, field]) => field)
  }
}

// One access decides for all assets of a portfolio, so the path has no indexes below the portfolio. Totals over several
// portfolios have one for each currency and category.
function stepsOf(path: GraphQLResolveInfo['path']): Path {
  let keys: (string | number)[] = []
  for (let at: typeof path | undefined = path; at; at = at.prev) {
    keys.push(at.key)
    if (at.typename === 'Portfolio') keys = keys.filter((key) => typeof key === 'string')
  }
  return keys.reverse()
}
