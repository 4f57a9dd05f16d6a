import type { AuditValue, ChangedMember } from './details.ts'

const TERMS = ['key_id', 'scopes', 'asset_filter', 'filter_values', 'expires_at'] as const
const LINK = [
  'scopes',
  'purpose',
  'expires_at',
  'single_use',
  'links',
  'for_one_email',
  'return_url',
] as const
const PASSKEY = ['passkey', 'name'] as const
const ENDED = ['sessions', 'passkeys', 'access_tokens'] as const

/** Every recorded action, with the members that its event may have: never secrets or private (P0) members. */
export const AUDIT_MEMBERS = {
  'client.created': ['environment', 'currency'],
  'client.erased': ['reason'],
  'client.exported': ['reason'],
  'staff.created': [],
  'member.invited': ['name', 'role', 'expires_at'],
  'member.invitation_withdrawn': ['name'],
  'member.added': ['name', 'role'],
  'member.role_set': ['name', 'role'],
  'member.removed': ['name', 'role', 'keys'],
  'firm.created': ['plan', 'tier'],
  'firm.updated': ['name', 'plan', 'plan_state', 'tier'],
  'firm.identity_set': ['website', 'registration', 'contact', 'verified_on'],
  'key.created': [
    'environment',
    'scopes',
    'allowed_ips',
    'expires_at',
    'creates_links',
    'reference',
  ],
  'key.updated': ['name', 'allowed_ips', 'return_urls', 'creates_links'],
  'key.rolled': ['overlap', 'reference'],
  'key.revoked': [],
  'key.tier_set': ['tier'],
  'key.documents_set': ['trusted_documents_only'],
  'sandbox.scenario_run': ['scenario', 'seed'],
  'link.created': LINK,
  'link.declined': ['scopes', 'purpose'],
  'link.revoked': ['purpose'],
  'link.reminded': ['links'],
  'webhook.created': ['key_id', 'host'],
  'webhook.rolled': ['key_id', 'host'],
  'webhook.paused': ['key_id', 'host', 'cause'],
  'webhook.resumed': ['key_id', 'host'],
  'webhook.deleted': ['key_id', 'host'],
  'webhook.tested': ['key_id', 'host'],
  'webhook.sent_again': ['key_id', 'host', 'event'],
  'grant.created': TERMS,
  'grant.updated': [...TERMS, 'version'],
  'grant.narrowed': [...TERMS, 'version'],
  'grant.confirmed': ['key_id'],
  'grant.revoked': ['key_id', 'cause', 'deletion_requested'],
  'grant.returned': ['key_id'],
  'grant.deletion_answered': ['key_id', 'answer'],
  'token.created': ['user_id', 'reference', 'scopes', 'expires_at'],
  'token.revoked': ['user_id'],
  'service.created': ['name', 'reference', 'scopes', 'allowed_ips', 'expires_at'],
  'service.rolled': ['overlap', 'reference'],
  'service.revoked': [],
  'service.first_used': ['reference', 'address'],
  'person.invited': ['expires_at', 'reason'],
  'person.reset_mailed': [],
  'person.password_set': [...ENDED, 'second_factor'],
  'person.confirmed': ['session', 'by'],
  'person.second_factor_set': [],
  'person.second_factor_removed': [],
  'person.second_factor_dropped': [...ENDED, 'reason'],
  'person.recovery_codes_made': [],
  'person.recovery_code_used': [],
  'person.passkey_added': PASSKEY,
  'person.passkey_renamed': PASSKEY,
  'person.passkey_removed': PASSKEY,
  'person.mail_chosen': ['topic', 'wanted'],
  'person.mail_language': ['language'],
  'person.locked': ['sessions', 'access_tokens', 'keys', 'reason'],
  'person.unlocked': ['reason'],
  'portfolio.read': [],
  'grants.read': [],
  'client.read': [],
  'person.read': [],
  'staff.searched': ['text', 'by'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type AuditAction = keyof typeof AUDIT_MEMBERS

/** The members of the event of an action. A changed member has its values before and after. */
export type DetailsOf<Action extends AuditAction> = Members<(typeof AUDIT_MEMBERS)[Action][number]>

// Without the second part an action that records nothing would accept anything.
type Members<Member extends string> = {
  readonly [Name in Member]?: AuditValue | ChangedMember
} & ([Member] extends [never] ? Readonly<Record<string, never>> : unknown)
