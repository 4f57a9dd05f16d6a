const DONE: Readonly<Record<string, string>> = {
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

const TRIED: Readonly<Record<string, string>> = {
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

interface Event {
  readonly action: string
  readonly outcome: string
  readonly times: number
}

/** "Sign-in failed: wrong password (3 times)". */
export function eventInWords({ action, outcome, times }: Event): string {
  const often = times > 1 ? ` (${times} times)` : ''
  if (outcome === 'second_step_asked') return `Password accepted, code asked for${often}`
  if (outcome === 'ok') return `${DONE[action] ?? plain(action)}${often}`
  const tried = TRIED[action] ?? plain(action)
  return `${tried} failed: ${REASONS[outcome] ?? plain(outcome).toLowerCase()}${often}`
}

function plain(code: string): string {
  const text = code.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
