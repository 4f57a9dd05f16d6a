import { List } from '@mantine/core'
import { useState } from 'react'
import {
  type MemberRowFragment,
  RemoveMemberDocument,
  type RemoveMemberMutation,
} from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Name, To } from '../../ui/inline.tsx'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { notify } from '../../ui/notices.tsx'

interface Props {
  readonly firmId: string
  readonly member: MemberRowFragment
  readonly onClose: () => void
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
