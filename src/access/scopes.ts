import { invalidParameter } from '../errors.ts'

/** The description of each scope, in listing order. The GraphQL schema and docs/glossary.md have the same ones. */
export const SCOPE_DESCRIPTIONS = {
  registry: 'The basics of each asset: ids, title, category, quantity and timestamps.',
  valuation: 'Market value, purchase price, insurance value and the history of values.',
  detail: 'Description, notes, seller, storage location and collections.',
  category_detail: 'The members that belong to the category, such as purity, brand or vintage.',
  documentation: 'Metadata of documents and completeness, never the contents of files.',
  estate: 'Heirs and their shares, share links and readiness of the estate.',
  verification: 'Verification status, risk score, tamper state and scans.',
} as const

export type Scope = keyof typeof SCOPE_DESCRIPTIONS
export const SCOPES = Object.keys(SCOPE_DESCRIPTIONS) as Scope[]
export type ScopeSet = ReadonlySet<Scope>

export const ALL_SCOPES: ScopeSet = new Set(SCOPES)

/** The scopes of a list of names, as `parseNames` returns them. `registry` is always included. */
export function parseScopes(names: readonly string[]): Scope[] {
  return parseNames(SCOPES, names.length === 0 ? names : ['registry', ...names])
}

/**
 * Those of `accepted` that are among the names, in listing order. Throws `invalid_parameter` for an unknown name and for
 * an empty list, so that no set is empty by accident.
 */
export function parseNames<Name extends string>(
  accepted: readonly Name[],
  names: readonly string[],
): Name[] {
  const known: readonly string[] = accepted
  if (names.length > 0 && names.every((name) => known.includes(name)))
    return accepted.filter((name) => names.includes(name))
  const reason = names.length === 0 ? 'is empty' : 'has a name that is not a scope'
  throw invalidParameter(`scopes ${reason}; accepted: ${accepted.join(', ')}.`)
}

/** Returns the scopes. Throws `invalid_parameter` if one is not allowed. `source` is, for example, `the key has`. */
export function requireWithin(
  scopes: readonly Scope[],
  allowed: readonly Scope[],
  source: string,
): readonly Scope[] {
  const outside = scopes.find((scope) => !allowed.includes(scope))
  if (outside === undefined) return scopes
  throw invalidParameter(`scopes takes those that ${source}; ${outside} is not among them.`)
}

/** The scopes that both lists have, such as those of a key and its grant. */
export function intersectScopes(left: readonly string[], right: readonly string[]): ScopeSet {
  return new Set(SCOPES.filter((scope) => left.includes(scope) && right.includes(scope)))
}

export function isScope(name: string): name is Scope {
  return SCOPES.some((scope) => scope === name)
}
