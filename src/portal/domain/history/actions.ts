import { findLabel } from '../../words/format.ts'

/** The label of every action that the API records. */
export const ACTIONS: Readonly<Record<string, string>> = {
  'firm.created': 'Firm created',
  'firm.updated': 'Name, plan or tier changed',
  'firm.identity_set': 'Identity of the firm changed',
  // As 0.2.0 recorded it.
  'firm.plan_set': 'Plan changed',
  'member.invited': 'Member invited',
  'member.invitation_withdrawn': 'Invitation withdrawn',
  'member.added': 'Member added',
  'member.role_set': 'Role of a member changed',
  'member.removed': 'Member removed',
  'key.created': 'API key created',
  'key.updated': 'API key changed',
  'key.rolled': 'API key secret rotated',
  'sandbox.scenario_run': 'Sandbox scenario run',
  'key.revoked': 'API key revoked',
  'key.tier_set': 'Tier of an API key changed',
  'key.documents_set': 'GraphQL documents of an API key limited or opened',
  'link.created': 'Connection link created',
  'link.declined': 'Connection declined',
  'link.revoked': 'Connection link revoked',
  'webhook.created': 'Webhook endpoint created',
  'webhook.rolled': 'Webhook secret rotated',
  'webhook.paused': 'Webhook endpoint paused',
  'webhook.resumed': 'Webhook endpoint resumed',
  'webhook.deleted': 'Webhook endpoint deleted',
  'webhook.tested': 'Webhook test requested',
  'webhook.sent_again': 'Webhook event sent again',
  'grant.created': 'Access granted',
  'grant.updated': 'Access changed',
  'grant.confirmed': 'Access kept',
  'grant.revoked': 'Access revoked',
  'grant.returned': 'Access given back',
  'grant.deletion_answered': 'Request for deletion answered',
  'token.created': 'Access token created',
  'token.revoked': 'Access token revoked',
  'service.created': 'Service account created',
  'service.rolled': 'Service account secret rotated',
  'service.revoked': 'Service account revoked',
  'service.first_used': 'Service account secret used for the first time',
  'client.erased': 'Client data erased',
  'client.created': 'Client account created',
  'staff.created': 'Staff account created',
  'person.invited': 'Invitation created',
  'person.reset_mailed': 'Link for a new password mailed',
  'person.password_set': 'Password set',
  'person.confirmed': 'Identity confirmed',
  'person.second_factor_set': 'Two-step verification turned on',
  'person.second_factor_removed': 'Two-step verification turned off',
  'person.second_factor_dropped': 'Two-step verification removed by an operator',
  'person.recovery_codes_made': 'New recovery codes created',
  'person.recovery_code_used': 'Recovery code used',
  'person.passkey_added': 'Passkey added',
  'person.passkey_renamed': 'Passkey renamed',
  'person.passkey_removed': 'Passkey removed',
  'person.mail_chosen': 'Choice of mails changed',
  'person.locked': 'User locked out',
  'person.unlocked': 'User unlocked',
  'portfolio.read': 'Portfolio read by staff',
  'grants.read': 'Grants read by staff',
  'client.read': 'Name looked up by staff',
  'client.exported': 'All data exported by the operator',
  'person.read': 'Account looked up by staff',
  'staff.searched': 'Searched by staff',
}

/** The label of an event. The API may add actions: an unknown one keeps its name. */
export function formatAction(action: string): string {
  return findLabel(ACTIONS, action) ?? action.replaceAll(/[._]/g, ' ')
}

const ACTORS: Readonly<Record<string, string>> = { operator: 'The operator', product: 'Orangery' }

/** Who did something: a name, or who does it without one. */
export function formatActor(actor: string): string {
  return findLabel(ACTORS, actor) ?? actor
}

/** What the person is to the firm whose history has the event. */
export function personLabel(action: string): string {
  return /^(grant|link)\./.test(action) ? 'Client' : 'Person'
}
