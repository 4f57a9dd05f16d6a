import type { MemberRole } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'

/** The label of each role of a member, and what it may do. Each role also has the rights of those after it. */
export const ROLES: Readonly<Record<MemberRole, { label: string; may: string }>> = {
  admin: { label: t('Admin'), may: t('Manages API keys, connection links and members') },
  developer: {
    label: t('Developer'),
    may: t('Manages sandbox keys with their webhooks and links; changes nothing of production'),
  },
  member: { label: t('Member'), may: t('Sees keys, clients and activity, and changes nothing') },
}
