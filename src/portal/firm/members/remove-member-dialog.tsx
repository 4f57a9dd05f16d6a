import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import {
  type MemberRowFragment,
  RemoveMemberDocument,
  type RemoveMemberMutation,
} from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Name } from '../../ui/name.tsx'
import { notify } from '../../ui/notices.tsx'
import { To } from '../../ui/to.tsx'

interface Props {
  readonly firmId: string
  readonly member: MemberRowFragment
  readonly onClose: () => void
}

type Removed = RemoveMemberMutation['removeMember']

/** Confirms and removes a member, then names the keys whose secret they know. */
export function RemoveMemberDialog({ firmId, member, onClose }: Props) {
  const [removed, setRemoved] = useState<Removed | null>(null)
  const remove = useAction(RemoveMemberDocument)
  const submit = async () => {
    const done = await remove.run({ firmId, userId: member.userId })
    if (!done) return
    if (done.removeMember.keys.length > 0) return setRemoved(done.removeMember)
    onClose()
    notify({ text: t('{name} was removed', { name: member.name }) })
  }
  if (removed) return <KnownKeys firmId={firmId} removed={removed} onClose={onClose} />
  return (
    <FormDialog
      title={t('Remove {name}', { name: member.name })}
      verb={t('Remove')}
      destructive
      busy={remove.busy}
      error={remove.error}
      errorTitle={t('The member was not removed')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {rich(
          '{name} is signed out and no longer sees anything of the firm. Connection links and invitations they created end. API keys they created keep working: they belong to the firm.',
          { name: <Name>{member.name}</Name> },
        )}
      </Text>
    </FormDialog>
  )
}

function KnownKeys({ firmId, removed, onClose }: Omit<Props, 'member'> & { removed: Removed }) {
  return (
    <Dialog onClose={onClose} title={t('{name} was removed', { name: removed.name })} takesOpener>
      <Stack>
        <Text size="sm">
          {t(
            'They have seen the secrets of these keys, which still work. Rotate each of them, so that only your systems know the secret:',
          )}
        </Text>
        <List size="sm">
          {removed.keys.map(({ id, name }) => (
            <List.Item key={id}>
              <To href={`/firms/${firmId}/service-api/${id}`}>{name}</To>
            </List.Item>
          ))}
        </List>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {t('Done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
