import { Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { type MemberRowFragment, SetMemberRoleDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RadioChoice } from '../../ui/radio-choice.tsx'
import { ROLES } from '../../words/roles.ts'

interface Props {
  readonly firmId: string
  readonly member: MemberRowFragment
  readonly onClose: () => void
}

/** Chooses and changes the role of a member. */
export function RoleDialog({ firmId, member, onClose }: Props) {
  const { userId, name } = member
  const [role, setRole] = useState(member.role)
  const ranks = Object.keys(ROLES)
  const isDemotion = ranks.indexOf(role) < ranks.indexOf(member.role)
  return (
    <FormDialog
      title={t('Role of {name}', { name })}
      verb={t('Change role')}
      unchanged={role === member.role ? t('This is the present role.') : null}
      destructive={isDemotion}
      action={useAction(SetMemberRoleDocument)}
      input={{ input: { firmId, userId, role } }}
      says={() => ({ text: t('The role was changed.') })}
      onClose={onClose}
    >
      <RadioChoice label={t('Role')} options={ROLES} value={role} onChange={setRole} />
      {isDemotion && (
        <Text size="sm">
          {t(
            'The person is signed out. Invitations they sent end, and connection links they created for keys that they no longer manage.',
          )}
        </Text>
      )}
    </FormDialog>
  )
}
