import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { isAdminOf, usePerson } from '../../data/session/person.ts'
import { useAction } from '../../data/use-action.ts'
import { askEarly, type PageParams, useQuery } from '../../data/use-query.ts'
import { FirmLink } from '../../domain/firms/firm-link.tsx'
import {
  InviteMemberDocument,
  type InviteMemberMutation,
  type MemberRole,
  MembersDocument,
} from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { QueryPage, Section } from '../../ui/page-parts.tsx'
import { RadioChoice } from '../../ui/radio-choice.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { formatDateTime } from '../../words/format.ts'
import { ROLES } from '../../words/roles.ts'
import { InvitationTable, MemberTable } from './member-table.tsx'

/** Asks for what the page shows. */
export function prefetch({ firmId = '' }: PageParams): void {
  askEarly(MembersDocument, { firmId })
}

/** The members of a firm, for its admins to manage and for the others and staff to see. */
export default function MembersPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const canManage = isAdminOf(usePerson(), firmId)
  const members = useQuery(MembersDocument, { firmId })
  const of = { firmId, canManage }
  return (
    <QueryPage
      of={members}
      title={t('Members')}
      description={rich('The list says who sees the keys of {firmlink}, and who manages them.', {
        firmlink: <FirmLink firm={members.data?.firm} />,
      })}
      action={
        canManage && (
          <DialogButton
            variant="filled"
            dialog={(close) => <InviteDialog firmId={firmId} onClose={close} />}
          >
            {t('Invite a member')}
          </DialogButton>
        )
      }
    >
      {({ firmMembers: { members: shown, invitations } }) => (
        <>
          <FactList of={RIGHTS} />
          <MemberTable members={shown} {...of} />
          {invitations && invitations.length > 0 && (
            <Section
              title={t('Invitations')}
              description={t(
                'Invite an address again to get a new link. The earlier one then ends.',
              )}
            >
              <InvitationTable invitations={invitations} {...of} />
            </Section>
          )}
        </>
      )}
    </QueryPage>
  )
}

const RIGHTS = Object.values(ROLES)
  .map(({ label, description }) => [label, description] as const)
  .reverse()

interface Props {
  readonly firmId: string
  readonly onClose: () => void
}

function InviteDialog({ firmId, onClose }: Props) {
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
      <RadioChoice label={t('Role')} options={ROLES} value={role} onChange={setRole} />
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
      confirmed={t('I have sent or copied it')}
      onClose={onClose}
    />
  )
}
