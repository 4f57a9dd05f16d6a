import { t } from '../../i18n/text.ts'
import type { ActionTexts } from './error-texts.ts'

const LAST_ADMIN = t('This is the last admin of the firm. Make another member an admin first.')
const KEY_ENDED = t('This key has ended. Create a new one.')
const LINK_CONFLICT = t(
  'This key has ended, has 1,000 open links, or has another open link with this reference. Revoke the links that are no longer needed, then try again.',
)
const ATTEMPTS_WAIT = t(
  'This key has ended, or five attempts wait to be sent. Wait a few seconds, then try again.',
)
const LINK_NOT_STORED = t(
  'This link is no longer stored, or is for another account than yours. Ask the firm for a new one.',
)
const APPROVAL: ActionTexts = {
  record_not_found: LINK_NOT_STORED,
  invalid_parameter: t(
    'The link, the assets or the end date are no longer valid. Reload the page and choose again.',
  ),
  state_conflict: t(
    'This request has already been answered, or can no longer be approved. Reload the page.',
  ),
}
const IP_RANGES = t('A range has no host bits: 10.0.0.0/8, not 10.0.0.1/8.')

/** The same as `PATH_TEXTS`, by the name of the GraphQL operation. The sign-in page is loaded without them. */
export const OPERATION_TEXTS: Readonly<Record<string, ActionTexts>> = {
  AddPlant: {
    invalid_parameter: t(
      'The ID, the name or the tag is not accepted. The ID is a whole number. Name and tag are text without control characters.',
    ),
  },
  CreateAccessToken: {
    state_conflict: t(
      'The token was not created: you have 100 tokens. Look at the list. Revoke a token that you do not need, then try again.',
    ),
  },
  CreateApiKey: {
    invalid_parameter: t(
      'The name, the expiry date or an IP range is not accepted. The expiry date lies in the future. {IP_RANGES}',
      { IP_RANGES },
    ),
  },
  UpdateApiKey: {
    invalid_parameter: `${t('The name, a return address or an IP range is not accepted.')} ${IP_RANGES}`,
    state_conflict: KEY_ENDED,
  },
  RollApiKey: { state_conflict: KEY_ENDED },
  RunSandboxScenario: {
    state_conflict: t(
      'The key has ended, or has no grant to change. Run “The grant is given anew” first.',
    ),
  },
  CreateWebhookEndpoint: {
    invalid_parameter: t(
      'This address cannot be reached. Use an https address whose name leads to public IP addresses alone, with port 443 or one above 1023. Check that the name is in the public DNS.',
    ),
    state_conflict: t(
      'The endpoint was not created: the key has ended, has five endpoints, or has this address already. Look at the list, then try again.',
    ),
  },
  RollWebhookSecret: { state_conflict: KEY_ENDED },
  ResumeWebhookEndpoint: { state_conflict: KEY_ENDED },
  SendWebhookTest: { state_conflict: ATTEMPTS_WAIT },
  SendWebhookAgain: {
    state_conflict: t(
      'This event has changed since, or other attempts wait to be sent. The newer state of an event is sent by itself. Reload the page.',
    ),
  },
  SetFirmIdentity: {
    invalid_parameter: t(
      'The website, a text or the date is not accepted. The website is an https address without a user name. The date is not in the future (UTC).',
    ),
  },
  RevokeGrant: {
    state_conflict: t(
      'This access has ended already. Deletion is requested only together with the end. Reload the page.',
    ),
  },
  AnswerDeletion: {
    invalid_parameter: t('The note is not accepted. Use one line of at most 500 characters.'),
    state_conflict: t('This request was answered already. Reload the page to see the answer.'),
  },
  InviteMember: {
    invalid_parameter: t('The name or the email is not accepted. Check both and try again.'),
    state_conflict: t(
      'This person is a member of the firm already, or the firm has 500 members and invitations. Look at the list. Remove one that is not needed, then try again.',
    ),
  },
  SetMemberRole: { state_conflict: LAST_ADMIN },
  RemoveMember: { state_conflict: LAST_ADMIN },
  CreateConnectionLink: {
    invalid_parameter: t(
      'The purpose, the email, the reference, the state or the return address is not accepted. Each takes one line without control characters, and the purpose up to 280 characters.',
    ),
    state_conflict: LINK_CONFLICT,
  },
  CreateConnectionLinks: { state_conflict: LINK_CONFLICT },
  ConsentRequest: {
    invalid_parameter: t(
      'This link is incomplete or was changed. Open it again from the firm’s message, or ask the firm for a new one.',
    ),
    record_not_found: LINK_NOT_STORED,
  },
  ApproveConnection: APPROVAL,
  ApproveChange: APPROVAL,
  DeclineConnection: {
    record_not_found: LINK_NOT_STORED,
    state_conflict: t(
      'You have approved this link, and the firm can read your portfolio. To end that, stop the access under Connected Apps.',
    ),
    invalid_parameter: t('This request can no longer be answered. Reload the page.'),
  },
  SendInvitation: {
    state_conflict: t(
      'No mail is sent here, or this person was locked out meanwhile. Reload the page. An operator creates a link at the command line.',
    ),
  },
  UnlockPerson: {
    state_conflict: t(
      'No mail is sent here, or this was done already. Reload the page. An operator creates a link at the command line.',
    ),
  },
  KeepGrant: {
    state_conflict: t('This connection was changed or ended in the meantime. Reload the page.'),
  },
  ChangeGrant: {
    invalid_parameter: t(
      'The assets or the end date are no longer valid. Reload the page and choose again.',
    ),
    state_conflict: t('This connection was changed in the meantime. Reload it and start over.'),
  },
}
