import { builder } from '../../schema/builder.ts'
import { enumValues } from '../../schema/enums.ts'
import type { AuditAction } from './actions.ts'

/** The kinds by which events can be filtered. */
export type AuditKind =
  | 'firm'
  | 'member'
  | 'key'
  | 'link'
  | 'webhook'
  | 'grant'
  | 'token'
  | 'service'
  | 'person'
  | 'read'

/** The kind of every action. An action without a kind does not compile. */
export const AUDIT_KINDS: Readonly<Record<AuditAction | 'firm.plan_set', AuditKind>> = {
  'firm.created': 'firm',
  'firm.updated': 'firm',
  'firm.identity_set': 'firm',
  // Release 0.2.0 recorded this action.
  'firm.plan_set': 'firm',
  'member.invited': 'member',
  'member.invitation_withdrawn': 'member',
  'member.added': 'member',
  'member.role_set': 'member',
  'member.removed': 'member',
  'key.created': 'key',
  'key.updated': 'key',
  'key.rolled': 'key',
  'key.revoked': 'key',
  'key.tier_set': 'key',
  'key.documents_set': 'key',
  'sandbox.scenario_run': 'key',
  'link.created': 'link',
  'link.declined': 'link',
  'link.revoked': 'link',
  'link.reminded': 'link',
  'webhook.created': 'webhook',
  'webhook.rolled': 'webhook',
  'webhook.paused': 'webhook',
  'webhook.resumed': 'webhook',
  'webhook.deleted': 'webhook',
  'webhook.tested': 'webhook',
  'webhook.sent_again': 'webhook',
  'grant.created': 'grant',
  'grant.updated': 'grant',
  'grant.narrowed': 'grant',
  'grant.confirmed': 'grant',
  'grant.revoked': 'grant',
  'grant.returned': 'grant',
  'grant.deletion_answered': 'grant',
  'token.created': 'token',
  'token.revoked': 'token',
  'service.created': 'service',
  'service.rolled': 'service',
  'service.revoked': 'service',
  'service.first_used': 'service',
  'client.created': 'person',
  'client.erased': 'person',
  'staff.created': 'person',
  'person.invited': 'person',
  'person.reset_mailed': 'person',
  'person.password_set': 'person',
  'person.confirmed': 'person',
  'person.second_factor_set': 'person',
  'person.second_factor_removed': 'person',
  'person.second_factor_dropped': 'person',
  'person.recovery_codes_made': 'person',
  'person.recovery_code_used': 'person',
  'person.passkey_added': 'person',
  'person.passkey_renamed': 'person',
  'person.passkey_removed': 'person',
  'person.mail_chosen': 'person',
  'person.mail_language': 'person',
  'person.locked': 'person',
  'person.unlocked': 'person',
  'portfolio.read': 'read',
  'grants.read': 'read',
  'client.read': 'read',
  'client.exported': 'read',
  'person.read': 'read',
  'staff.searched': 'read',
}

/** The kinds, in the schema. */
export const AuditKindType = builder.enumType('AuditKind', {
  description: 'A kind of recorded actions.',
  values: enumValues({
    firm: 'A firm was created, or its name, plan, tier or identity changed.',
    member: 'Members of a firm, their roles and invitations.',
    key: 'API keys and their secrets.',
    link: 'Connection links.',
    webhook: 'Webhook endpoints and their secrets.',
    grant: 'Grants.',
    token: 'Access tokens.',
    service: 'Service accounts.',
    person: 'Users, their passwords and second factors.',
    read: 'Reads by staff.',
  }),
})
