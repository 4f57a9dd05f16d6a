import {
  type AreaCaller,
  type Caller,
  type Partner,
  requireServiceScope,
  requireTokenScope,
  type Service,
  type ServiceScope,
} from '../access/caller.ts'
import { requireRecentCheck } from '../access/session-checks.ts'
import { callerNotAllowed, GatewayError } from '../errors.ts'
import type { Context } from './builder.ts'

/** The callers that a field serves. */
export type AuthScopes = Record<Exclude<keyof Rules, 'figures'>, boolean> & {
  readonly figures: ServiceScope
}
type Rules = ReturnType<typeof authScopesOf>

/** The rule of each auth scope. A rule throws if its own error is more precise than `callerError`. */
export function authScopesOf({ caller, request }: Context) {
  const person = caller?.kind === 'user' ? caller : null
  const isInSession = person?.by.kind === 'session'
  return {
    caller: caller !== null && caller.kind !== 'service',
    /** An API key. */
    partner: caller?.kind === 'partner',
    /** A person in a portal session. Access tokens are not served, with any scopes. */
    person: isInSession,
    staff: isInSession && person.isStaff,
    /** A person in a session with a password or second-factor check within the last 15 minutes. */
    recentlyChecked: () => {
      if (person) requireRecentCheck(person, request.now)
      return person !== null
    },
    /** A person in a session, or a token with the scope `plants`. */
    plantOwner: () => {
      if (person) requireTokenScope(person, 'plants')
      return person !== null
    },
    /** A key, a person in a session, or a token with the scope `portfolio:read`. */
    portfolioReader: () => {
      if (!caller || caller.kind === 'service') return false
      requireTokenScope(caller, 'portfolio:read')
      return true
    },
    /** A service account. No other auth scope but the next one serves service accounts. */
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
  return callerNotAllowed(reasonFor(caller))
}

function reasonFor(caller: Caller): string {
  if (caller.kind === 'service')
    return 'This field does not serve service accounts: they read platformFigures and portfolioFigures, and nothing else.'
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
