import { findLabel, formatCode } from '../format.ts'

const SUCCEEDED: Readonly<Record<string, string>> = {
  sign_in: 'Signed in',
  sign_out: 'Signed out',
  second_step: 'Code accepted',
  confirm: 'Confirmed identity',
  password_change: 'Password changed',
  session_end: 'Session signed out',
  other_sessions_end: 'Signed out everywhere else',
  second_factor_begin: 'Two-step verification set-up started',
  second_factor_off: 'Two-step verification turned off',
  recovery_codes: 'New recovery codes created',
  invitation: 'Password set by invitation',
}

const FAILED: Readonly<Record<string, string>> = {
  sign_in: 'Sign-in',
  second_step: 'Sign-in with a code',
  confirm: 'Confirming identity',
  password_change: 'Password change',
}

const REASONS: Readonly<Record<string, string>> = {
  invalid_credentials: 'wrong password',
  invalid_code: 'wrong code',
  rate_limit_exceeded: 'too many attempts',
  second_factor_required: 'two-step verification not set up',
  recent_sign_in_required: 'identity not confirmed',
  origin_not_allowed: 'sent by another site',
  caller_not_allowed: 'not allowed',
}

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
  return `${attempt} failed: ${findLabel(REASONS, outcome) ?? formatCode(outcome).toLowerCase()}${repeated}`
}
