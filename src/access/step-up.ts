import { GatewayError } from '../errors.ts'
import type { Person } from './caller.ts'

const RECENT_MS = 15 * 60 * 1000

/**
 * This check runs before every change of credentials or grants. It requires a portal session in which the person
 * confirmed a password or second factor within the last 15 minutes. Throws `caller_not_allowed` for an access token,
 * and `recent_sign_in_required` for an older confirmation.
 */
export function requireRecentCheck({ by }: Person, now: Date): void {
  if (by.kind !== 'session') {
    throw new GatewayError(
      'caller_not_allowed',
      'An access token cannot change credentials or grants. Sign in to the portal.',
    )
  }
  if (now.getTime() - by.checkedAt.getTime() <= RECENT_MS) return
  throw new GatewayError(
    'recent_sign_in_required',
    'Confirm your password or second factor: POST /api/auth/confirm. It holds for 15 minutes.',
  )
}
