import { t } from '../../i18n/text.ts'
import type { ActionTexts } from './error-texts.ts'

const WEAK_PASSWORD = t(
  'This password is too short, too long or too easy to guess. Use 12 to 128 characters, for example several unrelated words. Your name, your email, common passwords and rows of keys are easy to guess.',
)
const NEW_PASSWORD: ActionTexts = { invalid_parameter: WEAK_PASSWORD, invalid_body: WEAK_PASSWORD }

const WRONG_PASSWORD = t('The password is wrong. Try again.')
const OWN_PASSWORD: ActionTexts = { invalid_credentials: WRONG_PASSWORD }

const SIGN_IN_ENDED = t(
  'The sign-in took too long, or too many codes were wrong. Start over with your email and password.',
)
/** Texts that say more, by the path of the request. For every other code the text of `ERROR_TEXTS` is shown. */
export const PATH_TEXTS: Readonly<Record<string, ActionTexts>> = {
  '/api/invitations': {
    ...NEW_PASSWORD,
    state_conflict: t(
      'There is an account with this email already. Sign in to accept the invitation.',
    ),
  },
  '/api/invitations/join': {
    caller_not_allowed: t(
      'This invitation is for another person, or you belong to the staff. Sign in with the address that it was sent to.',
    ),
  },
  '/api/password-reset': {
    state_conflict: [t('No mail is sent here.'), t('Ask your administrator for a link.'), true],
  },
  '/api/auth/change-password': {
    ...NEW_PASSWORD,
    invalid_credentials: t('The current password is wrong. Try again.'),
  },
  '/api/auth/confirm': OWN_PASSWORD,
  '/api/auth/confirm/passkey': {
    invalid_credentials: t(
      'This passkey is not accepted, or it took too long. Try again, or confirm in the other way.',
    ),
  },
  '/api/auth/passkey/sign-in': {
    invalid_credentials: t(
      'This passkey is not accepted, or it took too long. Try again, or sign in with your password.',
    ),
  },
  '/api/auth/passkey/add': {
    invalid_credentials: t('The passkey could not be verified. Try again.'),
  },
  '/api/auth/passkey/add/options': {
    state_conflict: t('You have 20 passkeys. Remove one, then try again.'),
  },
  '/api/auth/two-factor/enable': OWN_PASSWORD,
  '/api/auth/two-factor/disable': OWN_PASSWORD,
  '/api/auth/two-factor/generate-backup-codes': OWN_PASSWORD,
  '/api/auth/two-factor/verify-totp': { invalid_session: SIGN_IN_ENDED },
  '/api/auth/two-factor/verify-backup-code': {
    invalid_session: SIGN_IN_ENDED,
    invalid_code: t('The recovery code is wrong or has been used. Use another one.'),
  },
}
