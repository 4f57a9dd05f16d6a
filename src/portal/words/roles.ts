import type { MemberRole } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'

/** The label of each role of a member, and what it may do. Each role also has the rights of those before it. */
export const ROLES: Readonly<Record<MemberRole, { label: string; description: string }>> = {
  member: {
    label: t('Member'),
    description: t('Sees keys, clients and activity, and changes nothing'),
  },
  developer: {
    label: t('Developer'),
    description: t(
      'Manages sandbox keys with their webhooks and links; changes nothing of production',
    ),
  },
  admin: { label: t('Admin'), description: t('Manages API keys, connection links and members') },
}
