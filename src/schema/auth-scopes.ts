import type { AreaCaller, Caller, Partner, Service, ServiceScope } from '../access/caller.ts'
import { requireServiceScope } from '../access/service-scopes.ts'
import { requireRecentCheck } from '../access/step-up.ts'
import { requireTokenScope } from '../access/token-scopes.ts'
import { GatewayError } from '../errors.ts'
import type { Context } from './context.ts'

/** The callers that a field serves. */
export interface AuthScopes {
  /** An API key or a person. */
  caller: boolean
  /** An API key. */
  partner: boolean
  /** A person in a portal session. Access tokens are not served, with any scopes. */
  person: boolean
  /** A person of the staff, in a portal session. */
  staff: boolean
  /** A person in a session with a password or second-factor check within the last 15 minutes. */
  recentlyChecked: boolean
  /** A person in a session, or a token with the scope `plants`. */
  plantOwner: boolean
  /** A key, a person in a session, or a token with the scope `portfolio:read`. */
  portfolioReader: boolean
  /** A service account. No other auth scope but the next one serves service accounts. */
  service: boolean
  /** A service account with this scope. */
  figures: ServiceScope
}

/** The auth scopes that an API key has. */
export const SCOPES_OF_KEYS = [
  'caller',
  'partner',
  'portfolioReader',
] as const satisfies readonly (keyof AuthScopes)[]

/** The rule of each auth scope. A rule throws if its own error is more precise than `callerError`. */
export function authScopesOf({ caller, request }: Context) {
  return {
    caller: caller !== null && caller.kind !== 'service',
    partner: caller?.kind === 'partner',
    person: isInSession(caller),
    staff: isInSession(caller) && caller?.kind === 'user' && caller.isStaff,
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
      if (!caller || caller.kind === 'service') return false
      requireTokenScope(caller, 'portfolio:read')
      return true
    },
    service: caller?.kind === 'service',
    figures: (scope: ServiceScope) => {
      if (caller?.kind !== 'service') return false
      requireServiceScope(caller, scope)
      return true
    },
  }
}

/** The error of a field that does not serve the caller. */
export function callerError({ caller }: Context): GatewayError {
  if (!caller) {
    return new GatewayError(
      'missing_api_key',
      'Send an API key or an access token: Authorization: Bearer ….',
    )
  }
  return new GatewayError('caller_not_allowed', reasonFor(caller))
}

function reasonFor(caller: Caller): string {
  if (caller.kind === 'service')
    return 'This field does not serve service accounts: they read platformFigures and nothing else.'
  return caller.kind === 'user' && caller.by.kind === 'token'
    ? 'This field needs a portal session; it does not serve access tokens.'
    : 'This field does not serve your kind of credential.'
}

/** The caller of a field that serves API keys and persons. Throws the error of `callerError` for any other. */
export function requireCaller(context: Context): AreaCaller {
  if (context.caller && context.caller.kind !== 'service') return context.caller
  throw callerError(context)
}

/** The caller of a field that serves API keys. Throws the error of `callerError` for any other. */
export function requirePartner(context: Context): Partner {
  if (context.caller?.kind === 'partner') return context.caller
  throw callerError(context)
}

/** The caller of a field that serves service accounts. Throws the error of `callerError` for any other. */
export function requireService(context: Context): Service {
  if (context.caller?.kind === 'service') return context.caller
  throw callerError(context)
}

function isInSession(caller: Caller | null): boolean {
  return caller?.kind === 'user' && caller.by.kind === 'session'
}
