import type { SignInActivityRowFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { formatCode } from '../../words/codes.ts'
import { findLabel } from '../../words/format.ts'

/** The text of every event that is recorded, where it succeeded. */
export const SUCCEEDED: Readonly<Record<string, string>> = {
  sign_in: t('Signed in with password'),
  passkey_sign_in: t('Signed in with a passkey'),
  passkey_sign_in_begin: t('Sign-in with a passkey started'),
  passkey_add_begin: t('Adding a passkey started'),
  passkey_confirm_begin: t('Confirming with a passkey started'),
  passkey_add: t('Passkey added'),
  passkey_rename: t('Passkey renamed'),
  passkey_remove: t('Passkey removed'),
  sign_out: t('Signed out'),
  second_step: t('Code accepted'),
  confirm: t('Confirmed identity'),
  password_change: t('Password changed'),
  session_end: t('Session signed out'),
  oldest_session_end: t('Oldest session signed out: too many sessions'),
  other_sessions_end: t('Signed out everywhere else'),
  second_factor_begin: t('Two-step verification set-up started'),
  second_factor_off: t('Two-step verification turned off'),
  recovery_codes: t('New recovery codes created'),
  invitation: t('Password set by invitation'),
  firm_join: t('Joined a firm'),
  password_reset: t('New password requested'),
}

const FAILED: Readonly<Record<string, string>> = {
  sign_in: t('Sign-in'),
  passkey_sign_in: t('Sign-in with a passkey'),
  passkey_add: t('Adding a passkey'),
  second_step: t('Sign-in with a code'),
  confirm: t('Confirming identity'),
  password_change: t('Password change'),
  password_reset: t('Request for a new password'),
}

const REASONS: Readonly<Record<string, string>> = {
  invalid_credentials: t('wrong password'),
  invalid_code: t('wrong code'),
  rate_limit_exceeded: t('too many attempts'),
  second_factor_required: t('two-step verification not set up'),
  recent_sign_in_required: t('identity not confirmed'),
  origin_not_allowed: t('sent by another site'),
  caller_not_allowed: t('not allowed'),
  invalid_invitation: t('the link was no longer valid'),
  invalid_parameter: t('the new password was not accepted'),
  invalid_session: t('the session had ended'),
  expired_session: t('the session had expired'),
  internal_error: t('an error on our side'),
  service_unavailable: t('the service was not available'),
}

// Of the other codes, none says more to the account's owner.
const OTHER_REASON = t('not accepted')

type SignInEvent = Pick<SignInActivityRowFragment, 'action' | 'outcome' | 'times'>

/** "Sign-in failed: wrong password (3 times)". */
export function formatSignInEvent({ action, outcome, times }: SignInEvent): string {
  const repeated = times > 1 ? ` ${t('({times} times)', { times })}` : ''
  if (outcome === 'second_step_asked') return t('Password accepted, code asked for') + repeated
  if (outcome === 'ok') return `${findLabel(SUCCEEDED, action) ?? formatCode(action)}${repeated}`
  const attempt = findLabel(FAILED, action) ?? formatCode(action)
  const reason = findLabel(REASONS, outcome) ?? OTHER_REASON
  return t('{attempt} failed: {reason}', { attempt, reason }) + repeated
}
