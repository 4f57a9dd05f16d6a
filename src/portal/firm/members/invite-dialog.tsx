import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import {
  InviteMemberDocument,
  type InviteMemberMutation,
  type MemberRole,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { formatDateTime } from '../../words/format.ts'
import { RoleChoice } from './role-choice.tsx'

interface Props {
  readonly firmId: string
  readonly onClose: () => void
}

/** Invites a person to the firm, then says how the link reaches them. */
export function InviteDialog({ firmId, onClose }: Props) {
  const [sent, setSent] = useState<InviteMemberMutation['inviteMember'] | null>(null)
  if (sent) return <SentInvitation sent={sent} onClose={onClose} />
  return <InviteForm firmId={firmId} onSent={setSent} onClose={onClose} />
}

interface FormProps extends Props {
  readonly onSent: (sent: InviteMemberMutation['inviteMember']) => void
}

function InviteForm({ firmId, onSent, onClose }: FormProps) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<MemberRole>('member')
  const invite = useAction(InviteMemberDocument)
  const submit = async () => {
    const sent = await invite.run({ input: { firmId, name, email, role } })
    if (sent) onSent(sent.inviteMember)
  }
  return (
    <FormDialog
      title={t('Invite a member')}
      verb={t('Invite')}
      busy={invite.busy}
      error={invite.error}
      errorTitle={t('The invitation could not be created')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('Name')}
        required
        maxLength={200}
        autoComplete="off"
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label={t('Email')}
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <RoleChoice value={role} onChange={setRole} />
    </FormDialog>
  )
}

interface SentInvitationProps {
  readonly sent: InviteMemberMutation['inviteMember']
  readonly onClose: () => void
}

// Says that the invitation will be mailed; where no mail is sent, shows the link once, to be passed on.
function SentInvitation({ sent: { path, invitation }, onClose }: SentInvitationProps) {
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
