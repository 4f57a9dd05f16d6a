import type { MemberRole } from '../generated/graphql.ts'

/** The label of each role of a member, and what it may do. */
export const ROLES: Readonly<Record<MemberRole, { label: string; may: string }>> = {
  admin: { label: 'Admin', may: 'Manages API keys, connection links and members' },
  member: { label: 'Member', may: 'Sees keys, clients and activity, and changes nothing' },
}
