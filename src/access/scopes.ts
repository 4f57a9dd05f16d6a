import { GatewayError } from '../errors.ts'

/** The levels of client data, in the order in which they are always listed. */
export const SCOPES = [
  'registry',
  'valuation',
  'detail',
  'category_detail',
  'documentation',
  'estate',
  'verification',
] as const

export type Scope = (typeof SCOPES)[number]
export type ScopeSet = ReadonlySet<Scope>

export const ALL_SCOPES: ScopeSet = new Set(SCOPES)

/**
 * The scopes that a list of names asks for, in listing order, `registry` always among them.
 * Throws `invalid_parameter` on an unknown name and on an empty list: a set is never empty by accident.
 */
export function parseScopes(names: readonly string[], parameter = 'scopes'): Scope[] {
  const unknown = names.find((name) => !isScope(name))
  if (unknown !== undefined || names.length === 0) {
    const reason = unknown === undefined ? 'is empty' : 'has a name that is not a scope'
    throw new GatewayError(
      'invalid_parameter',
      `${parameter} ${reason}; accepted: ${SCOPES.join(', ')}.`,
    )
  }
  return SCOPES.filter((scope) => scope === 'registry' || names.includes(scope))
}

/** What both a key and its grant show. */
export function intersectScopes(left: readonly string[], right: readonly string[]): ScopeSet {
  return new Set(SCOPES.filter((scope) => left.includes(scope) && right.includes(scope)))
}

/** Whether a text is the name of a scope. */
export function isScope(name: string): name is Scope {
  return SCOPES.some((scope) => scope === name)
}
