import { enumType } from '../../schema/enums.ts'
import { AUDIT_MEMBERS, type AuditAction } from './actions.ts'

// The nouns before the point of the actions.
type Subject = AuditAction extends infer Action
  ? Action extends `${infer Noun}.${string}`
    ? Noun
    : never
  : never

// A subject without a kind does not compile.
const KIND_OF_SUBJECT = {
  firm: 'firm',
  member: 'member',
  key: 'key',
  sandbox: 'key',
  link: 'link',
  webhook: 'webhook',
  grant: 'grant',
  grants: 'read',
  token: 'token',
  service: 'service',
  client: 'person',
  staff: 'person',
  person: 'person',
  portfolio: 'read',
} as const satisfies Readonly<Record<Subject, string>>

export type AuditKind = (typeof KIND_OF_SUBJECT)[Subject]

const KINDS: Readonly<Record<string, AuditKind>> = KIND_OF_SUBJECT

export const AUDIT_KINDS: Readonly<Record<string, AuditKind>> = {
  ...Object.fromEntries(
    Object.keys(AUDIT_MEMBERS).map((action) => [
      action,
      KINDS[action.replace(/\..*/, '')] ?? 'read',
    ]),
  ),
  // Release 0.2.0 recorded this action.
  'firm.plan_set': 'firm',
  'client.read': 'read',
  'client.exported': 'read',
  'person.read': 'read',
  'staff.searched': 'read',
}

export const AuditKindType = enumType('AuditKind', 'A kind of recorded actions.', {
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
})
