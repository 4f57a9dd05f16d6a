import { Button, Group, Stack, Text } from '@mantine/core'
import type { InviteMemberMutation } from '../../generated/graphql.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { formatDateTime } from '../../words/format.ts'

interface Props {
  readonly sent: InviteMemberMutation['inviteMember']
  readonly onClose: () => void
}

/** Says that the invitation will be mailed; where no mail is sent, shows the link once, to be passed on. */
export function SentInvitation({ sent: { path, invitation }, onClose }: Props) {
  const { name, email, expiresAt } = invitation
  if (path !== null)
    return (
      <SecretDialog
        title={`Invitation for ${name}`}
        what="the link"
        secret={window.location.origin + path}
        advice={`Copy it now and send it to ${email} yourself.`}
        note={`It works once, until ${formatDateTime(expiresAt)}. Nobody else should see it.`}
        onClose={onClose}
      />
    )
  return (
    <Dialog onClose={onClose} title={`Invitation for ${name}`}>
      <Stack>
        <Text size="sm">
          A link will be mailed to {email}. It works once, until {formatDateTime(expiresAt)}.
        </Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
