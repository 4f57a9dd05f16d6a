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
import { RoleChoice } from './role-choice.tsx'
import { SentInvitation } from './sent-invitation.tsx'

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
