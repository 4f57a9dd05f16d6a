import { Button, Group, Stack, Text } from '@mantine/core'
import type { InviteMemberMutation } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
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
        title={t('Invitation for {name}', { name })}
        what={t('the link')}
        secret={window.location.origin + path}
        advice={t('Copy it now and send it to {email} yourself.', { email })}
        note={t('It works once, until {expiresAt}. Nobody else should see it.', {
          expiresAt: formatDateTime(expiresAt),
        })}
        onClose={onClose}
      />
    )
  return (
    <Dialog onClose={onClose} title={t('Invitation for {name}', { name })}>
      <Stack>
        <Text size="sm">
          {t('A link will be mailed to {email}. It works once, until {expiresAt}.', {
            email,
            expiresAt: formatDateTime(expiresAt),
          })}
        </Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {t('Done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
