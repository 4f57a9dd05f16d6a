import {
  type InvitationRowFragment,
  WithdrawMemberInvitationDocument,
} from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Instant } from '../../ui/instant.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { RoleBadge, Who } from './member-table.tsx'

type Invitation = InvitationRowFragment

interface Props {
  readonly firmId: string
  readonly invitations: readonly Invitation[]
  readonly canManage: boolean
}

/** A row per invitation that has not been accepted. */
export function InvitationTable({ firmId, invitations, canManage }: Props) {
  const withdraw: Column<Invitation> = {
    name: t('Withdraw'),
    plain: true,
    align: 'end',
    cell: (invitation) => <WithdrawButton firmId={firmId} invitation={invitation} />,
  }
  return (
    <RecordTable
      label={t('Invitations')}
      columns={canManage ? [...COLUMNS, withdraw] : COLUMNS}
      records={invitations}
    />
  )
}

function WithdrawButton({ firmId, invitation }: { firmId: string; invitation: Invitation }) {
  const { id, name, email } = invitation
  return (
    <DialogButton
      size="xs"
      aria-label={t('Withdraw the invitation of {name}', { name })}
      dialog={(close) => (
        <ConfirmDialog
          title={t('Withdraw the invitation of {name}', { name })}
          verb={t('Withdraw')}
          mutation={WithdrawMemberInvitationDocument}
          variables={{ firmId, invitationId: id }}
          says={() => ({ text: t('The invitation of {name} was withdrawn.', { name }) })}
          onClose={close}
        >
          {t('The link that was sent to {email} no longer works.', { email })}
        </ConfirmDialog>
      )}
    >
      {t('Withdraw')}
    </DialogButton>
  )
}

const COLUMNS: readonly Column<Invitation>[] = [
  { name: t('Name'), cell: ({ name, email }) => <Who name={name}>{email}</Who> },
  { name: t('Role'), cell: ({ role }) => <RoleBadge role={role} /> },
  {
    name: t('Invited'),
    cell: ({ createdAt, invitedBy }) =>
      rich('{instant} by {invitedBy}', { instant: <Instant at={createdAt} />, invitedBy }),
  },
  { name: t('Link ends'), cell: ({ expiresAt }) => <Instant at={expiresAt} /> },
]
