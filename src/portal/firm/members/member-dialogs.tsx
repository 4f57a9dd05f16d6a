import { List, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import {
  type MemberRowFragment,
  RemoveMemberDocument,
  type RemoveMemberMutation,
  SetMemberRoleDocument,
} from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Name, To } from '../../ui/inline.tsx'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { notify } from '../../ui/notices.tsx'
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

type KnownKey = RemoveMemberMutation['removeMember']['keys'][number]

/** Confirms and removes a member, then names the keys whose secret they know. */
export function RemoveMemberDialog({ firmId, member: { userId, name }, onClose }: Props) {
  const [known, setKnown] = useState<readonly KnownKey[]>([])
  const removed = t('{name} was removed', { name })
  const finish = ({ removeMember: { keys } }: RemoveMemberMutation) => {
    if (keys.length > 0) return setKnown(keys)
    onClose()
    notify({ text: removed })
  }
  if (known.length > 0)
    return (
      <NoteDialog title={removed} takesOpener onClose={onClose}>
        {t(
          'They have seen the secrets of these keys, which still work. Rotate each of them, so that only your systems know the secret:',
        )}
        <List size="sm" mt="md">
          {known.map(({ id, name: key }) => (
            <List.Item key={id}>
              <To href={`/firms/${firmId}/service-api/${id}`}>{key}</To>
            </List.Item>
          ))}
        </List>
      </NoteDialog>
    )
  return (
    <ConfirmDialog
      title={t('Remove {name}', { name })}
      verb={t('Remove')}
      errorTitle={t('The member was not removed')}
      mutation={RemoveMemberDocument}
      variables={{ firmId, userId }}
      onDone={finish}
      onClose={onClose}
    >
      {rich(
        '{name} is signed out and no longer sees anything of the firm. Connection links and invitations they created end. API keys they created keep working: they belong to the firm.',
        { name: <Name>{name}</Name> },
      )}
    </ConfirmDialog>
  )
}
