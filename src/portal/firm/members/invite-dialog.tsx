import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import {
  InviteMemberDocument,
  type InviteMemberMutation,
  type MemberRole,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { formatDateTime } from '../../words/format.ts'
import { RoleChoice } from './role-dialog.tsx'

interface Props {
  readonly firmId: string
  readonly onClose: () => void
}

/** Invites a person to the firm, then says how the link reaches them. */
export function InviteDialog({ firmId, onClose }: Props) {
  const { texts, field } = useFields({ name: '', email: '' })
  const [role, setRole] = useState<MemberRole>('member')
  return (
    <FormDialog
      title={t('Invite a member')}
      verb={t('Invite')}
      errorTitle={t('The invitation could not be created')}
      action={useAction(InviteMemberDocument)}
      input={{ input: { firmId, role, ...texts } }}
      next={({ inviteMember }) => <SentInvitation sent={inviteMember} onClose={onClose} />}
      onClose={onClose}
    >
      <TextInput
        label={t('Name')}
        required
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...field('name')}
      />
      <TextInput
        label={t('Email')}
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        {...field('email')}
      />
      <RoleChoice value={role} onChange={setRole} />
    </FormDialog>
  )
}

interface SentProps {
  readonly sent: InviteMemberMutation['inviteMember']
  readonly onClose: () => void
}

// Says that the invitation will be mailed; where no mail is sent, shows the link once, to be passed on.
function SentInvitation({ sent: { path, invitation }, onClose }: SentProps) {
  const { name, email } = invitation
  const expiresAt = formatDateTime(invitation.expiresAt)
  const title = t('Invitation for {name}', { name })
  if (path === null)
    return (
      <NoteDialog title={title} onClose={onClose}>
        {t('A link will be mailed to {email}. It works once, until {expiresAt}.', {
          email,
          expiresAt,
        })}
      </NoteDialog>
    )
  return (
    <SecretDialog
      title={title}
      what={t('the link')}
      secret={window.location.origin + path}
      advice={t('Copy it now and send it to {email} yourself.', { email })}
      note={t('It works once, until {expiresAt}. Nobody else should see it.', { expiresAt })}
      onClose={onClose}
    />
  )
}
