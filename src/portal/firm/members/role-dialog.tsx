import { Text } from '@mantine/core'
import { type MemberRowFragment, SetMemberRoleDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface Props {
  readonly firmId: string
  readonly member: MemberRowFragment
  readonly onClose: () => void
}

/** Confirms and changes the role of a member to the other one. */
export function RoleDialog({ firmId, member: { userId, name, role }, onClose }: Props) {
  const other = role === 'admin' ? 'member' : 'admin'
  return (
    <ConfirmDialog
      title={
        other === 'admin'
          ? t('Make {name} an admin', { name })
          : t('Make {name} a member', { name })
      }
      verb={t('Make {role, select, admin {admin} other {member}}', { role: other })}
      mutation={SetMemberRoleDocument}
      variables={{ input: { firmId, userId, role: other } }}
      onClose={onClose}
    >
      <Text size="sm">{EFFECTS[other]}</Text>
    </ConfirmDialog>
  )
}

const EFFECTS = {
  admin: t(
    'Admins create, rotate and revoke API keys, create connection links, and invite, change and remove members.',
  ),
  member: t(
    'Members see keys, clients and activity, and change nothing. The person is signed out, and connection links and invitations they created end.',
  ),
}
