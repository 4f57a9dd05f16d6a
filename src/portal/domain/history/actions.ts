import { t } from '../../i18n/text.ts'
import { findLabel } from '../../words/format.ts'

/** The label of every action that the API records. */
export const ACTIONS: Readonly<Record<string, string>> = {
  'firm.created': t('Firm created'),
  'firm.updated': t('Name, plan or tier changed'),
  'firm.identity_set': t('Identity of the firm changed'),
  // As 0.2.0 recorded it.
  'firm.plan_set': t('Plan changed'),
  'member.invited': t('Member invited'),
  'member.invitation_withdrawn': t('Invitation withdrawn'),
  'member.added': t('Member added'),
  'member.role_set': t('Role of a member changed'),
  'member.removed': t('Member removed'),
  'key.created': t('API key created'),
  'key.updated': t('API key changed'),
  'key.rolled': t('API key secret rotated'),
  'sandbox.scenario_run': t('Sandbox scenario run'),
  'key.revoked': t('API key revoked'),
  'key.tier_set': t('Tier of an API key changed'),
  'key.documents_set': t('GraphQL documents of an API key limited or opened'),
  'link.created': t('Connection link created'),
  'link.declined': t('Connection declined'),
  'link.reminded': t('Clients reminded of connection links'),
  'link.revoked': t('Connection link revoked'),
  'webhook.created': t('Webhook endpoint created'),
  'webhook.rolled': t('Webhook secret rotated'),
  'webhook.paused': t('Webhook endpoint paused'),
  'webhook.resumed': t('Webhook endpoint resumed'),
  'webhook.deleted': t('Webhook endpoint deleted'),
  'webhook.tested': t('Webhook test requested'),
  'webhook.sent_again': t('Webhook event sent again'),
  'grant.created': t('Access granted'),
  'grant.updated': t('Access changed'),
  'grant.confirmed': t('Access kept'),
  'grant.revoked': t('Access revoked'),
  'grant.narrowed': t('Access reduced by the firm'),
  'grant.returned': t('Access given back'),
  'grant.deletion_answered': t('Request for deletion answered'),
  'token.created': t('Access token created'),
  'token.revoked': t('Access token revoked'),
  'service.created': t('Service account created'),
  'service.rolled': t('Service account secret rotated'),
  'service.revoked': t('Service account revoked'),
  'service.first_used': t('Service account secret used for the first time'),
  'client.erased': t('Client data erased'),
  'client.created': t('Client account created'),
  'staff.created': t('Staff account created'),
  'person.invited': t('Invitation created'),
  'person.reset_mailed': t('Link for a new password mailed'),
  'person.password_set': t('Password set'),
  'person.confirmed': t('Identity confirmed'),
  'person.second_factor_set': t('Two-step verification turned on'),
  'person.second_factor_removed': t('Two-step verification turned off'),
  'person.second_factor_dropped': t('Two-step verification removed by an operator'),
  'person.recovery_codes_made': t('New recovery codes created'),
  'person.recovery_code_used': t('Recovery code used'),
  'person.passkey_added': t('Passkey added'),
  'person.passkey_renamed': t('Passkey renamed'),
  'person.passkey_removed': t('Passkey removed'),
  'person.mail_chosen': t('Choice of mails changed'),
  'person.mail_language': t('Language of mails changed'),
  'person.locked': t('User locked out'),
  'person.unlocked': t('User unlocked'),
  'portfolio.read': t('Portfolio read by staff'),
  'grants.read': t('Grants read by staff'),
  'client.read': t('Name looked up by staff'),
  'client.exported': t('All data exported by the operator'),
  'person.read': t('Account looked up by staff'),
  'staff.searched': t('Searched by staff'),
}

/** The label of an event. The API may add actions: an unknown one keeps its name. */
export function formatAction(action: string): string {
  return findLabel(ACTIONS, action) ?? action.replaceAll(/[._]/g, ' ')
}

const ACTORS: Readonly<Record<string, string>> = {
  operator: t('The operator'),
  product: t('Orangery'),
}

/** The actor of an event: a name, or the label of an actor without a name. */
export function formatActor(actor: string): string {
  if (actor.startsWith('key_')) return t('The key')
  return findLabel(ACTORS, actor) ?? actor
}

/** The relation of the person to the firm whose history has the event. */
export function personLabel(action: string): string {
  return /^(grant|link)\./.test(action) ? t('Client') : t('Person')
}
