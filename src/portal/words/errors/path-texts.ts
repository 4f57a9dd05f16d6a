import { t } from '../../i18n/text.ts'
import type { ActionTexts, ErrorText } from './error-texts.ts'

const WEAK_PASSWORD: ErrorText = {
  says: t('This password is too short, too long or too easy to guess.'),
  next: t(
    'Use 12 to 128 characters, for example several unrelated words. Your name, your email, common passwords and rows of keys are easy to guess.',
  ),
}
const NEW_PASSWORD: ActionTexts = { invalid_parameter: WEAK_PASSWORD, invalid_body: WEAK_PASSWORD }

const WRONG_PASSWORD: ErrorText = { says: t('The password is wrong.'), next: t('Try again.') }
const OWN_PASSWORD: ActionTexts = { invalid_credentials: WRONG_PASSWORD }

const SIGN_IN_ENDED: ErrorText = {
  says: t('The sign-in took too long, or too many codes were wrong.'),
  next: t('Start over with your email and password.'),
}
/** Texts that say more, by the path of the request. For every other code the text of `ERROR_TEXTS` is shown. */
export const PATH_TEXTS: Readonly<Record<string, ActionTexts>> = {
  '/api/invitations': {
    ...NEW_PASSWORD,
    state_conflict: {
      says: t('There is an account with this email already.'),
      next: t('Sign in to accept the invitation.'),
    },
  },
  '/api/invitations/join': {
    caller_not_allowed: {
      says: t('This invitation is for another person, or you belong to the staff.'),
      next: t('Sign in with the address that it was sent to.'),
    },
  },
  '/api/password-reset': {
    state_conflict: {
      says: t('No mail is sent here.'),
      next: t('Ask your administrator for a link.'),
      asksSupport: true,
    },
  },
  '/api/auth/change-password': {
    ...NEW_PASSWORD,
    invalid_credentials: { says: t('The current password is wrong.'), next: t('Try again.') },
  },
  '/api/auth/confirm': OWN_PASSWORD,
  '/api/auth/confirm/passkey': {
    invalid_credentials: {
      says: t('This passkey is not accepted, or it took too long.'),
      next: t('Try again, or confirm in the other way.'),
    },
  },
  '/api/auth/passkey/sign-in': {
    invalid_credentials: {
      says: t('This passkey is not accepted, or it took too long.'),
      next: t('Try again, or sign in with your password.'),
    },
  },
  '/api/auth/passkey/add': {
    invalid_credentials: { says: t('The passkey could not be verified.'), next: t('Try again.') },
  },
  '/api/auth/passkey/add/options': {
    state_conflict: { says: t('You have 20 passkeys.'), next: t('Remove one, then try again.') },
  },
  '/api/auth/two-factor/enable': OWN_PASSWORD,
  '/api/auth/two-factor/disable': OWN_PASSWORD,
  '/api/auth/two-factor/generate-backup-codes': OWN_PASSWORD,
  '/api/auth/two-factor/verify-totp': { invalid_session: SIGN_IN_ENDED },
  '/api/auth/two-factor/verify-backup-code': {
    invalid_session: SIGN_IN_ENDED,
    invalid_code: {
      says: t('The recovery code is wrong or has been used.'),
      next: t('Use another one.'),
    },
  },
}
