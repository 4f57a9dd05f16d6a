import { Badge, Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { usePerson } from '../../data/session/person.ts'
import {
  type InvitationRowFragment,
  type MemberRowFragment,
  WithdrawMemberInvitationDocument,
} from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { ConfirmButton } from '../../ui/confirm-dialog.tsx'
import { Dimmed } from '../../ui/inline.tsx'
import { Instant } from '../../ui/instant.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { ROLES } from '../../words/roles.ts'
import { RemoveMemberDialog, RoleDialog } from './member-dialogs.tsx'

type Member = MemberRowFragment
type Invitation = InvitationRowFragment

interface Props {
  readonly firmId: string
  readonly canManage: boolean
}

interface Opened {
  readonly Dialog: typeof RoleDialog | typeof RemoveMemberDialog
  readonly member: Member
}

/** A row per member. The last admin can be neither removed nor given another role. */
export function MemberTable(props: Props & { readonly members: readonly Member[] }) {
  const { firmId, canManage, members } = props
  const [open, setOpen] = useState<Opened | null>(null)
  const admins = members.filter(({ role }) => role === 'admin')
  const change: Column<Member> = [
    t('Change'),
    (member) =>
      admins.length === 1 && member.role === 'admin' ? (
        <Dimmed size="xs">{t('The last admin')}</Dimmed>
      ) : (
        <Changes of={member} onOpen={setOpen} />
      ),
    'actions',
  ]
  return (
    <>
      <RecordTable
        label={t('Members')}
        framed
        columns={canManage ? [...MEMBER, change] : MEMBER}
        records={members}
      />
      {open && <open.Dialog firmId={firmId} member={open.member} onClose={() => setOpen(null)} />}
    </>
  )
}

interface ChangesProps {
  readonly of: Member
  readonly onOpen: (opened: Opened) => void
}

function Changes({ of: member, onOpen }: ChangesProps) {
  const { name } = member
  const changes = [
    [t('Change role'), t('Change role of {name}', { name }), RoleDialog],
    [t('Remove'), t('Remove {name}', { name }), RemoveMemberDialog],
  ] as const
  return (
    <Group gap="xs" justify="flex-end">
      {changes.map(([verb, label, Dialog]) => (
        <Button
          key={verb}
          variant="default"
          size="xs"
          onClick={() => onOpen({ Dialog, member })}
          aria-label={label}
        >
          {verb}
        </Button>
      ))}
    </Group>
  )
}

const MEMBER: readonly Column<Member>[] = [
  [t('Name'), (member) => <MemberName of={member} />],
  [t('Role'), ({ role }) => <RoleBadge role={role} />],
  [t('Member since'), ({ joinedAt }) => <Instant at={joinedAt} />],
]

function MemberName({ of: { userId, name, email, canSignIn, isProved } }: { of: Member }) {
  const { id } = usePerson()
  return (
    <Who name={userId === id ? `${name} ${t('(you)')}` : name}>
      {email}
      {canSignIn === false && ` · ${t('cannot sign in: no password')}`}
      {isProved === false && ` · ${t('address not proved')}`}
    </Who>
  )
}

function Who({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Stack gap={2} miw="14rem">
      <span>{name}</span>
      <Dimmed span style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Dimmed>
    </Stack>
  )
}

function RoleBadge({ role }: Pick<MemberRowFragment, 'role'>) {
  return <Badge color={role === 'admin' ? 'leaf' : 'gray'}>{ROLES[role].label}</Badge>
}

/** A row per invitation that has not been accepted. */
export function InvitationTable(props: Props & { readonly invitations: readonly Invitation[] }) {
  const { firmId, canManage, invitations } = props
  const withdraw: Column<Invitation> = [
    t('Withdraw'),
    (invitation) => <WithdrawButton firmId={firmId} invitation={invitation} />,
    'actions',
  ]
  return (
    <RecordTable
      label={t('Invitations')}
      columns={canManage ? [...INVITATION, withdraw] : INVITATION}
      records={invitations}
    />
  )
}

function WithdrawButton({ firmId, invitation }: { firmId: string; invitation: Invitation }) {
  const { id, name, email } = invitation
  return (
    <ConfirmButton
      button={{
        size: 'xs',
        'aria-label': t('Withdraw the invitation of {name}', { name }),
        children: t('Withdraw'),
      }}
      title={t('Withdraw the invitation of {name}', { name })}
      verb={t('Withdraw')}
      mutation={WithdrawMemberInvitationDocument}
      variables={{ firmId, invitationId: id }}
      says={() => ({ text: t('The invitation of {name} was withdrawn.', { name }) })}
    >
      {t('The link that was sent to {email} no longer works.', { email })}
    </ConfirmButton>
  )
}

const INVITATION: readonly Column<Invitation>[] = [
  [t('Name'), ({ name, email }) => <Who name={name}>{email}</Who>],
  [t('Role'), ({ role }) => <RoleBadge role={role} />],
  [
    t('Invited'),
    ({ createdAt, invitedBy }) =>
      rich('{instant} by {invitedBy}', { instant: <Instant at={createdAt} />, invitedBy }),
  ],
  [t('Link ends'), ({ expiresAt }) => <Instant at={expiresAt} />],
]
