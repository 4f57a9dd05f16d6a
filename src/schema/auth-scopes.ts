import type { Caller } from '../access/caller.ts'
import { requireRecentCheck } from '../access/step-up.ts'
import { requireTokenScope } from '../access/token-scopes.ts'
import { GatewayError } from '../errors.ts'
import type { Context } from './context.ts'

/** Who a field serves. */
export interface AuthScopes {
  /** Any known caller. */
  caller: boolean
  /** A person in a portal session. No access token, whatever its scopes. */
  person: boolean
  /** A person in a session with a password or second-factor check within the last 15 minutes. */
  recentlyChecked: boolean
  /** A person in a session, or a token with the scope `plants`. */
  plantOwner: boolean
  /** A key, a person in a session, or a token with the scope `portfolio:read`. */
  portfolioReader: boolean
}

/** The rules of the scopes. One that throws says more than that the caller is not served. */
export function authScopesOf({ caller, request }: Context) {
  return {
    caller: caller !== null,
    person: isInSession(caller),
    recentlyChecked: () => {
      if (caller?.kind !== 'user') return false
      requireRecentCheck(caller, request.now)
      return true
    },
    plantOwner: () => {
      if (caller?.kind !== 'user') return false
      requireTokenScope(caller, 'plants')
      return true
    },
    portfolioReader: () => {
      if (!caller) return false
      requireTokenScope(caller, 'portfolio:read')
      return true
    },
  }
}

/** The refusal of a field by a caller whom it does not serve. */
export function callerError({ caller }: Context): GatewayError {
  if (!caller) {
    return new GatewayError(
      'missing_api_key',
      'Send an API key or an access token: Authorization: Bearer ….',
    )
  }
  const isToken = caller.kind === 'user' && caller.by.kind === 'token'
  return new GatewayError(
    'caller_not_allowed',
    isToken
      ? 'This field needs a portal session; it does not serve access tokens.'
      : 'This field does not serve your kind of credential.',
  )
}

function isInSession(caller: Caller | null): boolean {
  return caller?.kind === 'user' && caller.by.kind === 'session'
}
