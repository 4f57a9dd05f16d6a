import { z } from 'zod'
import { SESSION_ENDED } from '../access/bearer.ts'
import { type ErrorCode, GatewayError, stateConflict } from '../errors.ts'
import { parseJson } from '../values/json.ts'

// One passkey error has a message and no code.
const ErrorBody = z
  .object({ code: z.string().optional(), message: z.string().optional() })
  .transform(({ code, message }) => code ?? message ?? '')

const NO_PASSKEY = 'The passkey is not accepted.'
const NO_SECOND_FACTOR = 'A second factor has not been set up.'

const ENDED = [
  'invalid_session',
  'The sign-in has ended. Start again with email and password.',
] as const

/** The errors of better-auth that a caller can act on, by code. */
const ERRORS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  INVALID_EMAIL: ['invalid_credentials', 'The email or the password is wrong.'],
  INVALID_EMAIL_OR_PASSWORD: ['invalid_credentials', 'The email or the password is wrong.'],
  INVALID_PASSWORD: ['invalid_credentials', 'The password is wrong.'],
  CREDENTIAL_ACCOUNT_NOT_FOUND: ['invalid_credentials', 'The password is wrong.'],
  INVALID_CODE: ['invalid_code', 'The code is wrong.'],
  INVALID_BACKUP_CODE: ['invalid_code', 'The code is wrong, or has been used.'],
  INVALID_TWO_FACTOR_COOKIE: ENDED,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ENDED,
  UNAUTHORIZED: SESSION_ENDED,
  TOTP_NOT_ENABLED: ['state_conflict', NO_SECOND_FACTOR],
  BACKUP_CODES_NOT_ENABLED: ['state_conflict', NO_SECOND_FACTOR],
  TWO_FACTOR_NOT_ENABLED: ['state_conflict', NO_SECOND_FACTOR],
  CHALLENGE_NOT_FOUND: ['invalid_credentials', 'The passkey took too long. Try again.'],
  PASSKEY_NOT_FOUND: ['invalid_credentials', NO_PASSKEY],
  AUTHENTICATION_FAILED: ['invalid_credentials', NO_PASSKEY],
  FAILED_TO_VERIFY_REGISTRATION: ['invalid_credentials', NO_PASSKEY],
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: ['invalid_credentials', NO_PASSKEY],
  'origin missing': ['origin_not_allowed', 'A passkey needs an Origin header.'],
  MISSING_OR_NULL_ORIGIN: ['origin_not_allowed', 'A request with a cookie needs an Origin header.'],
}

/** The error of a second step without a sign-in that waits for it. */
export function signInEnded(): GatewayError {
  return new GatewayError(...ENDED)
}

/** Converts an error response of better-auth. An unknown one becomes an unexpected error. */
export function toGatewayError(status: number, text: string): Error {
  const code = ErrorBody.safeParse(parseJson(text)).data ?? ''
  const known = ERRORS[code]
  if (known) return new GatewayError(...known)
  if (status === 409) return stateConflict('The code was just used.')
  return new Error(`better-auth returned ${status} ${code}`)
}
