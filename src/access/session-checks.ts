import type { Request } from 'express'
import { callerNotAllowed, GatewayError } from '../errors.ts'
import type { Person } from './caller.ts'

/** The header in which a page names the session it was loaded in, and a response its own. The id is not a secret. */
export const PAGE_SESSION = 'X-Page-Session'

/**
 * Whether a request names the session of its cookie. All tabs share the cookie, so a page that was loaded for one
 * person could act for the next. Throws `session_changed` for a request that names another session.
 */
export function namesSession(named: string | undefined, sessionId: string): boolean {
  if (named === undefined || named === '') return false
  if (named === sessionId) return true
  throw new GatewayError(
    'session_changed',
    'This page was loaded in another session. Nothing was changed. Reload the page.',
  )
}

/** The check before every change in a session. Throws `missing_parameter` where the request names no session. */
export function requireNamedSession({ by }: Person): void {
  if (by.kind !== 'session' || by.named) return
  throw new GatewayError(
    'missing_parameter',
    `A change with a session cookie needs the header ${PAGE_SESSION}: the id that responses have in the same header. In the portal, reload the page.`,
  )
}

const RECENT_MS = 15 * 60 * 1000
// A check that lies so far in the future holds so much longer at most.
const LATEST_MS = 60 * 1000

/**
 * This check runs before every change of credentials or grants. It requires a portal session in which the person
 * confirmed a password or second factor within the last 15 minutes. Throws `caller_not_allowed` for an access token,
 * and `recent_sign_in_required` for an older confirmation, or for one that lies more than a minute in the future: the
 * clock was set back since, and nobody knows how old it is.
 */
export function requireRecentCheck({ by }: Person, now: Date): void {
  if (by.kind !== 'session') {
    throw callerNotAllowed(
      'An access token cannot change credentials or grants. Sign in to the portal.',
    )
  }
  const age = now.getTime() - by.checkedAt.getTime()
  if (age >= -LATEST_MS && age <= RECENT_MS) return
  throw new GatewayError(
    'recent_sign_in_required',
    'Confirm your password or second factor: POST /api/auth/confirm. It holds for 15 minutes.',
  )
}

/** Throws `origin_not_allowed` if the `Origin` header of a request names another site. */
export type RequireOwnOrigin = (request: Pick<Request, 'headers' | 'protocol'>) => void

/**
 * Requires the origin of `publicUrl`. Without `publicUrl`, requires the origin of the `Host` header. `X-Forwarded-Host`
 * is not read: many proxies pass on the value that the client sent.
 */
export function createOwnOrigin(publicUrl: string | undefined): RequireOwnOrigin {
  const configured = publicUrl === undefined ? null : new URL(publicUrl).origin
  return ({ headers: { origin, host }, protocol }) => {
    if (origin === undefined || origin === (configured ?? `${protocol}://${host}`)) return
    throw new GatewayError(
      'origin_not_allowed',
      'The request was sent by the page of another site.',
    )
  }
}
