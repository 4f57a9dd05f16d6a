import { GatewayError } from '../errors.ts'

const LAST_YEAR = 9999

/** The expiry, or null for none. Throws `invalid_parameter` unless it is after `now`. */
export function requireFutureExpiry(expiresAt: Date | null | undefined, now: Date): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null
  if (expiresAt > now && expiresAt.getUTCFullYear() <= LAST_YEAR) return expiresAt
  throw new GatewayError('invalid_parameter', 'expiresAt takes an instant in the future.')
}
