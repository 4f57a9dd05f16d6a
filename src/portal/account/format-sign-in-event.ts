import { findLabel, formatCode } from '../words/format.ts'

/** The text of every event that is recorded, where it succeeded. */
export const SUCCEEDED: Readonly<Record<string, string>> = {
  sign_in: 'Signed in with password',
  passkey_sign_in: 'Signed in with a passkey',
  passkey_sign_in_begin: 'Sign-in with a passkey started',
  passkey_add_begin: 'Adding a passkey started',
  passkey_confirm_begin: 'Confirming with a passkey started',
  passkey_add: 'Passkey added',
  passkey_rename: 'Passkey renamed',
  passkey_remove: 'Passkey removed',
  sign_out: 'Signed out',
  second_step: 'Code accepted',
  confirm: 'Confirmed identity',
  password_change: 'Password changed',
  session_end: 'Session signed out',
  oldest_session_end: 'Oldest session signed out: too many sessions',
  other_sessions_end: 'Signed out everywhere else',
  second_factor_begin: 'Two-step verification set-up started',
  second_factor_off: 'Two-step verification turned off',
  recovery_codes: 'New recovery codes created',
  invitation: 'Password set by invitation',
  firm_join: 'Joined a firm',
  password_reset: 'New password requested',
}

const FAILED: Readonly<Record<string, string>> = {
  sign_in: 'Sign-in',
  passkey_sign_in: 'Sign-in with a passkey',
  passkey_add: 'Adding a passkey',
  second_step: 'Sign-in with a code',
  confirm: 'Confirming identity',
  password_change: 'Password change',
  password_reset: 'Request for a new password',
}

const REASONS: Readonly<Record<string, string>> = {
  invalid_credentials: 'wrong password',
  invalid_code: 'wrong code',
  rate_limit_exceeded: 'too many attempts',
  second_factor_required: 'two-step verification not set up',
  recent_sign_in_required: 'identity not confirmed',
  origin_not_allowed: 'sent by another site',
  caller_not_allowed: 'not allowed',
  invalid_invitation: 'the link was no longer valid',
  invalid_parameter: 'the new password was not accepted',
  invalid_session: 'the session had ended',
  expired_session: 'the session had expired',
  internal_error: 'an error on our side',
  service_unavailable: 'the service was not available',
}

// Of the other codes, none says more to the account's owner.
const OTHER_REASON = 'not accepted'

interface SignInEvent {
  readonly action: string
  readonly outcome: string
  readonly times: number
}

/** "Sign-in failed: wrong password (3 times)". */
export function formatSignInEvent({ action, outcome, times }: SignInEvent): string {
  const repeated = times > 1 ? ` (${times} times)` : ''
  if (outcome === 'second_step_asked') return `Password accepted, code asked for${repeated}`
  if (outcome === 'ok') return `${findLabel(SUCCEEDED, action) ?? formatCode(action)}${repeated}`
  const attempt = findLabel(FAILED, action) ?? formatCode(action)
  return `${attempt} failed: ${findLabel(REASONS, outcome) ?? OTHER_REASON}${repeated}`
}
