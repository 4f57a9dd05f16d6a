import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { usePerson } from '../data/session/person.ts'
import {
  type AccountFactsFragment,
  type AccountLockKind,
  LockPersonDocument,
  ResetFactorsDocument,
  SendInvitationDocument,
  UnlockPersonDocument,
} from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { Instant } from '../ui/instant.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { Section } from '../ui/section.tsx'
import { HelpDialog } from './help-dialog.tsx'

const HELP = {
  lock: {
    verb: t('Lock out'),
    says: t(
      'Password, second factor, passkeys, sessions, access tokens, connection links and the grants that they gave end now. Unlocking brings nothing of it back.',
    ),
    mutation: LockPersonDocument,
  },
  unlock: {
    verb: t('Unlock'),
    says: t('They get a mail with a link to set a new password.'),
    mutation: UnlockPersonDocument,
  },
  invite: {
    verb: t('Send a link for a password'),
    says: t('They get a mail with a link to set a password. An earlier link no longer works.'),
    mutation: SendInvitationDocument,
  },
  reset: {
    verb: t('Reset sign-in factors'),
    says: t(
      'The second factor and all passkeys are removed; sessions and access tokens end. The password alone then signs them in: make sure first who asks you.',
    ),
    mutation: ResetFactorsDocument,
  },
} as const

type Kind = keyof typeof HELP

function HelpButton({ kind, of }: { kind: Kind; of: AccountFactsFragment }) {
  const [isOpen, setOpen] = useState(false)
  const isLock = kind === 'lock'
  return (
    <>
      <Button variant="default" color={isLock ? 'red' : undefined} onClick={() => setOpen(true)}>
        {HELP[kind].verb}
      </Button>
      {isOpen && (
        <HelpDialog {...HELP[kind]} of={of} destructive={isLock} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

// Staff do not change their own account or that of a colleague.
function useMayHelp({ isStaff, userId }: AccountFactsFragment): boolean {
  const { id } = usePerson()
  return !isStaff && userId !== id
}

/** The actions of staff for the owner of an account. Each needs a reason, and a recent check of who they are. */
export function AccountHelp({ of: account }: { of: AccountFactsFragment }) {
  const mayHelp = useMayHelp(account)
  const kinds = kindsFor(account)
  if (!mayHelp)
    return (
      <Section title={t('Help')}>
        <Text size="sm">{t('Only an operator changes the account of a member of staff.')}</Text>
      </Section>
    )
  if (kinds.length === 0) return null
  return (
    <Section title={t('Help')} description={t('Each is recorded with its reason.')}>
      <Group gap="sm">
        {kinds.map((kind) => (
          <HelpButton key={kind} kind={kind} of={account} />
        ))}
      </Group>
    </Section>
  )
}

function kindsFor({ isLockedOut, hasSecondFactor, passkeyCount, erasedAt }: AccountFactsFragment) {
  if (erasedAt || isLockedOut) return []
  const hasFactor = hasSecondFactor || passkeyCount > 0
  return hasFactor ? (['invite', 'reset', 'lock'] as const) : (['invite', 'lock'] as const)
}

const LOCKS: Readonly<Record<AccountLockKind, { label: string; lift: Kind }>> = {
  locked_out: { label: t('Locked out by staff or an operator'), lift: 'unlock' },
  passwords: { label: t('Too many wrong passwords in new browsers'), lift: 'invite' },
  codes: { label: t('Too many wrong codes in new browsers'), lift: 'reset' },
}

/** The locks that keep the owner of an account from signing in, each with the action that lifts it. */
export function AccountLocks({ of: account }: { of: AccountFactsFragment }) {
  const mayHelp = useMayHelp(account)
  const columns: Column<AccountFactsFragment['locks'][number]>[] = [
    { name: t('Lock'), cell: ({ kind }) => LOCKS[kind].label },
    { name: t('Ends'), cell: ({ until }) => <Instant at={until} otherwise={t('No end date')} /> },
    {
      name: t('Lifted by'),
      plain: true,
      cell: ({ kind }) => mayHelp && <HelpButton kind={LOCKS[kind].lift} of={account} />,
    },
  ]
  if (account.locks.length === 0 || account.erasedAt) return null
  return (
    <Section title={t('Locks')}>
      <RecordTable
        label={t('Locks')}
        columns={mayHelp ? columns : columns.slice(0, 2)}
        records={account.locks}
      />
    </Section>
  )
}
