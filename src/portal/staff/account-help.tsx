import { Group, Text, Textarea } from '@mantine/core'
import { usePerson } from '../data/session/person.ts'
import { useAction } from '../data/use-action.ts'
import {
  type AccountFactsFragment,
  type AccountHelp as AccountHelpInput,
  type AccountLockKind,
  LockPersonDocument,
  ResetFactorsDocument,
  SendInvitationDocument,
  UnlockPersonDocument,
} from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { DialogButton } from '../ui/dialog-button.tsx'
import { refuse } from '../ui/form.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Name } from '../ui/inline.tsx'
import { Instant } from '../ui/instant.tsx'
import { Section } from '../ui/page-parts.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { oneLine, useFields } from '../ui/use-fields.ts'

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

interface HelpProps {
  readonly kind: Kind
  readonly of: AccountFactsFragment
}

function HelpButton(help: HelpProps) {
  return (
    <DialogButton
      color={help.kind === 'lock' ? 'red' : undefined}
      dialog={(close) => <HelpDialog {...help} onClose={close} />}
    >
      {HELP[help.kind].verb}
    </DialogButton>
  )
}

const MAX_REASON_LENGTH = 280

function HelpDialog({ kind, of, onClose }: HelpProps & { readonly onClose: () => void }) {
  const { userId, name, email } = of
  const { verb, says, mutation } = HELP[kind]
  const { texts, field } = useFields({ reason: '' })
  const reason = texts.reason.trim()
  return (
    <FormDialog
      title={verb}
      lead={
        <>
          <Name>{name}</Name>, {email}
        </>
      }
      verb={verb}
      takesOpener
      destructive={kind === 'lock'}
      action={useAction<object, { input: AccountHelpInput }>(mutation)}
      input={{ input: { userId, reason } }}
      says={() => ({ text: t('Done: {verb}.', { verb }) })}
      onClose={onClose}
    >
      <Text size="sm">{says}</Text>
      <Textarea
        label={t('Reason')}
        description={t('For the audit history. The person and firms do not see it.')}
        required
        maxLength={MAX_REASON_LENGTH}
        autosize
        data-autofocus
        ref={refuse(reason === '' ? t('This field needs an entry.') : null)}
        {...field('reason', oneLine)}
      />
    </FormDialog>
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
    [t('Lock'), ({ kind }) => LOCKS[kind].label],
    [t('Ends'), ({ until }) => <Instant at={until} otherwise={t('No end date')} />],
    [
      t('Lifted by'),
      ({ kind }) => mayHelp && <HelpButton kind={LOCKS[kind].lift} of={account} />,
      'plain',
    ],
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
