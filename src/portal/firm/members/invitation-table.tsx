import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  type InvitationRowFragment,
  WithdrawMemberInvitationDocument,
} from '../../generated/graphql.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Instant } from '../../ui/instant.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { RoleBadge } from './member-table.tsx'

interface Props {
  readonly firmId: string
  readonly invitations: readonly InvitationRowFragment[]
  readonly canManage: boolean
}

/** A row per invitation that has not been accepted. */
export function InvitationTable({ firmId, invitations, canManage }: Props) {
  const [withdrawing, setWithdrawing] = useState<InvitationRowFragment | null>(null)
  return (
    <>
      <RecordTable
        label="Invitations"
        columns={canManage ? [...COLUMNS, withdrawColumn(setWithdrawing)] : COLUMNS}
        records={invitations}
        keyOf={({ id }) => id}
      />
      {withdrawing && (
        <ConfirmDialog
          title={`Withdraw the invitation of ${withdrawing.name}`}
          verb="Withdraw"
          mutation={WithdrawMemberInvitationDocument}
          variables={{ firmId, invitationId: withdrawing.id }}
          onClose={() => setWithdrawing(null)}
        >
          <Text size="sm">The link that was sent to {withdrawing.email} no longer works.</Text>
        </ConfirmDialog>
      )}
    </>
  )
}

function withdrawColumn(
  onWithdraw: (invitation: InvitationRowFragment) => void,
): Column<InvitationRowFragment> {
  return {
    name: 'Withdraw',
    plain: true,
    align: 'right',
    cell: (invitation) => (
      <Button
        variant="default"
        size="xs"
        onClick={() => onWithdraw(invitation)}
        aria-label={`Withdraw the invitation of ${invitation.name}`}
      >
        Withdraw
      </Button>
    ),
  }
}

const COLUMNS: readonly Column<InvitationRowFragment>[] = [
  {
    name: 'Name',
    cell: ({ name, email }) => (
      <Stack gap={2}>
        {name}
        <Text span size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      </Stack>
    ),
  },
  { name: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
  {
    name: 'Invited',
    cell: ({ createdAt, invitedBy }) => (
      <>
        <Instant at={createdAt} /> by {invitedBy}
      </>
    ),
  },
  { name: 'Link ends', cell: ({ expiresAt }) => <Instant at={expiresAt} /> },
]
