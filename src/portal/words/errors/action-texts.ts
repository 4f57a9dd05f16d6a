import { t } from '../../i18n/text.ts'
import type { ErrorText, KnownCode } from './error-texts.ts'

type Texts = Readonly<Partial<Record<KnownCode, ErrorText>>>

const WEAK_PASSWORD: ErrorText = {
  says: t('This password is too short, too long or too easy to guess.'),
  next: t(
    'Use 12 to 128 characters, for example several unrelated words. Your name, your email, common passwords and rows of keys are easy to guess.',
  ),
}
const NEW_PASSWORD: Texts = { invalid_parameter: WEAK_PASSWORD, invalid_body: WEAK_PASSWORD }

const WRONG_PASSWORD: ErrorText = { says: t('The password is wrong.'), next: t('Try again.') }
const OWN_PASSWORD: Texts = { invalid_credentials: WRONG_PASSWORD }

const SIGN_IN_ENDED: ErrorText = {
  says: t('The sign-in took too long, or too many codes were wrong.'),
  next: t('Start over with your email and password.'),
}
const LAST_ADMIN: ErrorText = {
  says: t('This is the last admin of the firm.'),
  next: t('Make another member an admin first.'),
}
const KEY_ENDED: ErrorText = { says: t('This key has ended.'), next: t('Create a new one.') }
const LINK_CONFLICT: ErrorText = {
  says: t(
    'This key has ended, has 1,000 open links, or has another open link with this reference.',
  ),
  next: t('Revoke the links that are no longer needed, then try again.'),
}
const ATTEMPTS_WAIT: ErrorText = {
  says: t('This key has ended, or five attempts wait to be sent.'),
  next: t('Wait a few seconds, then try again.'),
}
const LINK_NOT_STORED: ErrorText = {
  says: t('This link is no longer stored.'),
  next: t('Ask the firm for a new one.'),
}
const APPROVAL: Texts = {
  record_not_found: LINK_NOT_STORED,
  invalid_parameter: {
    says: t('The link, the assets or the end date are no longer valid.'),
    next: t('Reload the page and choose again.'),
  },
  state_conflict: {
    says: t('This request has already been answered, or can no longer be approved.'),
    next: t('Reload the page.'),
  },
}
const IP_RANGES = t('A range has no host bits: 10.0.0.0/8, not 10.0.0.1/8.')

/**
 * Texts that say more, where it is known what the user was doing: by the name of the GraphQL
 * operation or the path of the request. For every other code the text of `ERROR_TEXTS` is shown.
 */
export const ACTION_TEXTS: Readonly<Record<string, Texts>> = {
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
  AddPlant: {
    invalid_parameter: {
      says: t('The ID, the name or the tag is not accepted.'),
      next: t('The ID is a whole number. Name and tag are text without control characters.'),
    },
  },
  CreateAccessToken: {
    state_conflict: {
      says: t('The token was not created: you have 100 tokens.'),
      next: t('Look at the list. Revoke a token that you do not need, then try again.'),
    },
  },
  CreateApiKey: {
    invalid_parameter: {
      says: t('The name, the expiry date or an IP range is not accepted.'),
      next: t('The expiry date lies in the future. {IP_RANGES}', { IP_RANGES }),
    },
  },
  UpdateApiKey: {
    invalid_parameter: { says: t('The name or an IP range is not accepted.'), next: IP_RANGES },
    state_conflict: KEY_ENDED,
  },
  RollApiKey: { state_conflict: KEY_ENDED },
  RunSandboxScenario: {
    state_conflict: {
      says: t('The key has ended, or has no grant to change.'),
      next: t('Run “The grant is given anew” first.'),
    },
  },
  CreateWebhookEndpoint: {
    invalid_parameter: {
      says: t('This address cannot be reached.'),
      next: t(
        'Use an https address whose name leads to public IP addresses alone, with port 443 or one above 1023. Check that the name is in the public DNS.',
      ),
    },
    state_conflict: {
      says: t(
        'The endpoint was not created: the key has ended, has five endpoints, or has this address already.',
      ),
      next: t('Look at the list, then try again.'),
    },
  },
  RollWebhookSecret: { state_conflict: KEY_ENDED },
  ResumeWebhookEndpoint: { state_conflict: KEY_ENDED },
  SendWebhookTest: { state_conflict: ATTEMPTS_WAIT },
  SendWebhookAgain: {
    state_conflict: {
      says: t('This event has changed since, or other attempts wait to be sent.'),
      next: t('The newer state of an event is sent by itself. Reload the page.'),
    },
  },
  SetFirmIdentity: {
    invalid_parameter: {
      says: t('The website, a text or the date is not accepted.'),
      next: t(
        'The website is an https address without a user name. The date is not in the future (UTC).',
      ),
    },
  },
  RevokeGrant: {
    state_conflict: {
      says: t('This access has ended already.'),
      next: t('Deletion is requested only together with the end. Reload the page.'),
    },
  },
  AnswerDeletion: {
    invalid_parameter: {
      says: t('The note is not accepted.'),
      next: t('Use one line of at most 500 characters.'),
    },
    state_conflict: {
      says: t('This request was answered already.'),
      next: t('Reload the page to see the answer.'),
    },
  },
  InviteMember: {
    invalid_parameter: {
      says: t('The name or the email is not accepted.'),
      next: t('Check both and try again.'),
    },
    state_conflict: {
      says: t(
        'This person is a member of the firm already, or the firm has 500 members and invitations.',
      ),
      next: t('Look at the list. Remove one that is not needed, then try again.'),
    },
  },
  SetMemberRole: { state_conflict: LAST_ADMIN },
  RemoveMember: { state_conflict: LAST_ADMIN },
  CreateConnectionLink: {
    invalid_parameter: {
      says: t('The purpose is not accepted.'),
      next: t('Use one line of up to 280 characters, without control characters.'),
    },
    state_conflict: LINK_CONFLICT,
  },
  CreateConnectionLinks: { state_conflict: LINK_CONFLICT },
  ConsentRequest: {
    invalid_parameter: {
      says: t('This link is incomplete or was changed.'),
      next: t('Open it again from the firm’s message, or ask the firm for a new one.'),
    },
    record_not_found: LINK_NOT_STORED,
  },
  ApproveConnection: APPROVAL,
  ApproveChange: APPROVAL,
  DeclineConnection: {
    record_not_found: LINK_NOT_STORED,
    invalid_parameter: {
      says: t('This request can no longer be answered.'),
      next: t('Reload the page.'),
    },
  },
  KeepGrant: {
    state_conflict: {
      says: t('This connection was changed or ended in the meantime.'),
      next: t('Reload the page.'),
    },
  },
  ChangeGrant: {
    invalid_parameter: {
      says: t('The assets or the end date are no longer valid.'),
      next: t('Reload the page and choose again.'),
    },
    state_conflict: {
      says: t('This connection was changed in the meantime.'),
      next: t('Reload it and start over.'),
    },
  },
}
