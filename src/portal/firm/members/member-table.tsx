import { Badge, Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { usePerson } from '../../data/session/person.ts'
import type { MemberRowFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Instant } from '../../ui/instant.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { ROLES } from '../../words/roles.ts'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'

interface Props {
  readonly firmId: string
  readonly members: readonly MemberRowFragment[]
  readonly canManage: boolean
}

interface Opened {
  readonly action: 'role' | 'remove'
  readonly member: MemberRowFragment
}

/** A row per member. The last admin can be neither removed nor given another role. */
export function MemberTable({ firmId, members, canManage }: Props) {
  const [open, setOpen] = useState<Opened | null>(null)
  const admins = members.filter(({ role }) => role === 'admin').length
  const actions = actionsColumn(admins, setOpen)
  const close = () => setOpen(null)
  return (
    <>
      <RecordTable
        label={t('Members')}
        framed
        columns={canManage ? [...COLUMNS, actions] : COLUMNS}
        records={members}
      />
      {open?.action === 'role' && (
        <RoleDialog firmId={firmId} member={open.member} onClose={close} />
      )}
      {open?.action === 'remove' && (
        <RemoveMemberDialog firmId={firmId} member={open.member} onClose={close} />
      )}
    </>
  )
}

function actionsColumn(
  admins: number,
  onOpen: (opened: Opened) => void,
): Column<MemberRowFragment> {
  return {
    name: t('Change'),
    plain: true,
    align: 'end',
    cell: (member) => {
      const { role, name } = member
      if (role === 'admin' && admins === 1) return <Dimmed size="xs">{t('The last admin')}</Dimmed>
      return (
        <Group gap="xs" justify="flex-end">
          <Button
            variant="default"
            size="xs"
            onClick={() => onOpen({ action: 'role', member })}
            aria-label={t('Change role of {name}', { name })}
          >
            {t('Change role')}
          </Button>
          <Button
            variant="default"
            size="xs"
            onClick={() => onOpen({ action: 'remove', member })}
            aria-label={t('Remove {name}', { name })}
          >
            {t('Remove')}
          </Button>
        </Group>
      )
    },
  }
}

const COLUMNS: readonly Column<MemberRowFragment>[] = [
  { name: t('Name'), cell: (member) => <Member of={member} /> },
  { name: t('Role'), cell: ({ role }) => <RoleBadge role={role} /> },
  { name: t('Member since'), cell: ({ joinedAt }) => <Instant at={joinedAt} /> },
]

function Member({ of: { userId, name, email, canSignIn, isProved } }: { of: MemberRowFragment }) {
  const { id } = usePerson()
  return (
    <Who name={userId === id ? `${name} ${t('(you)')}` : name}>
      {email}
      {canSignIn === false && ` · ${t('cannot sign in: no password')}`}
      {isProved === false && ` · ${t('address not proved')}`}
    </Who>
  )
}

interface WhoProps {
  readonly name: string
  readonly children: ReactNode
}

/** The name of a person, and below it their email. */
export function Who({ name, children }: WhoProps) {
  return (
    <Stack gap={2}>
      <span>{name}</span>
      <Dimmed span style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Dimmed>
    </Stack>
  )
}

/** The role of a member. */
export function RoleBadge({ role }: Pick<MemberRowFragment, 'role'>) {
  return <Badge color={role === 'admin' ? 'leaf' : 'gray'}>{ROLES[role].label}</Badge>
}
