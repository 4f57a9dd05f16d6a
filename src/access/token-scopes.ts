import { GatewayError } from '../errors.ts'
import { type AreaCaller, TOKEN_SCOPES, type TokenScope } from './caller.ts'

/** The scopes of a new token if none are named. */
export const DEFAULT_TOKEN_SCOPES: readonly TokenScope[] = ['plants']

/**
 * The scopes with these names, in listing order. Throws `invalid_parameter` for an unknown name and
 * for an empty list.
 */
export function parseTokenScopes(names: readonly string[]): TokenScope[] {
  const unknown = names.find((name) => !TOKEN_SCOPES.some((scope) => scope === name))
  if (unknown !== undefined || names.length === 0) {
    const reason = unknown === undefined ? 'is empty' : 'has a name that is not a scope'
    throw new GatewayError(
      'invalid_parameter',
      `scopes ${reason}; accepted: ${TOKEN_SCOPES.join(', ')}.`,
    )
  }
  return TOKEN_SCOPES.filter((scope) => names.includes(scope))
}

/** Throws `insufficient_scope` for an access token without the scope. Other credentials pass. */
export function requireTokenScope(caller: AreaCaller, scope: TokenScope): void {
  if (caller.kind !== 'user' || caller.by.kind !== 'token') return
  if (caller.by.scopes.includes(scope)) return
  throw new GatewayError(
    'insufficient_scope',
    `This access token does not have the scope ${scope}. Create a token that has it.`,
  )
}
