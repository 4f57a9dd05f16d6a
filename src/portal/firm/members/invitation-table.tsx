import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  type InvitationRowFragment,
  WithdrawMemberInvitationDocument,
} from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
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
        label={t('Invitations')}
        columns={canManage ? [...COLUMNS, withdrawColumn(setWithdrawing)] : COLUMNS}
        records={invitations}
      />
      {withdrawing && (
        <ConfirmDialog
          title={t('Withdraw the invitation of {name}', { name: withdrawing.name })}
          verb={t('Withdraw')}
          mutation={WithdrawMemberInvitationDocument}
          variables={{ firmId, invitationId: withdrawing.id }}
          done={() => ({
            text: t('The invitation of {name} was withdrawn.', { name: withdrawing.name }),
          })}
          onClose={() => setWithdrawing(null)}
        >
          <Text size="sm">
            {t('The link that was sent to {email} no longer works.', { email: withdrawing.email })}
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}

function withdrawColumn(
  onWithdraw: (invitation: InvitationRowFragment) => void,
): Column<InvitationRowFragment> {
  return {
    name: t('Withdraw'),
    plain: true,
    align: 'end',
    cell: (invitation) => (
      <Button
        variant="default"
        size="xs"
        onClick={() => onWithdraw(invitation)}
        aria-label={t('Withdraw the invitation of {name}', { name: invitation.name })}
      >
        {t('Withdraw')}
      </Button>
    ),
  }
}

const COLUMNS: readonly Column<InvitationRowFragment>[] = [
  {
    name: t('Name'),
    cell: ({ name, email }) => (
      <Stack gap={2}>
        {name}
        <Text span size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      </Stack>
    ),
  },
  { name: t('Role'), cell: ({ role }) => <RoleBadge role={role} /> },
  {
    name: t('Invited'),
    cell: ({ createdAt, invitedBy }) =>
      rich('{instant} by {invitedBy}', { instant: <Instant at={createdAt} />, invitedBy }),
  },
  { name: t('Link ends'), cell: ({ expiresAt }) => <Instant at={expiresAt} /> },
]
