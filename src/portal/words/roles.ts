import type { MemberRole } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'

/** The label of each role of a member, and what it may do. */
export const ROLES: Readonly<Record<MemberRole, { label: string; may: string }>> = {
  admin: { label: t('Admin'), may: t('Manages API keys, connection links and members') },
  member: { label: t('Member'), may: t('Sees keys, clients and activity, and changes nothing') },
}
