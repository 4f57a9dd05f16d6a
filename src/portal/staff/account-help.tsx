import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { usePerson } from '../data/session/person.ts'
import {
  type AccountFactsFragment,
  LockPersonDocument,
  ResetFactorsDocument,
  SendInvitationDocument,
  UnlockPersonDocument,
} from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
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

/** The actions of staff for the owner of an account. Each needs a reason, and a recent check of who they are. */
export function AccountHelp({ of: account }: { of: AccountFactsFragment }) {
  const { id } = usePerson()
  const [open, setOpen] = useState<Kind | null>(null)
  if (account.isStaff || account.userId === id) return <OnlyOperator />
  const close = () => setOpen(null)
  return (
    <Section title={t('Help')} description={t('Each is recorded with its reason.')}>
      <Group gap="sm">
        {kindsFor(account).map((kind) => (
          <Button
            key={kind}
            variant="default"
            color={kind === 'lock' ? 'red' : undefined}
            onClick={() => setOpen(kind)}
          >
            {HELP[kind].verb}
          </Button>
        ))}
      </Group>
      {open && <HelpDialog {...HELP[open]} of={account} onClose={close} />}
    </Section>
  )
}

function kindsFor({ isLockedOut, hasSecondFactor, passkeyCount, erasedAt }: AccountFactsFragment) {
  if (erasedAt) return []
  if (isLockedOut) return ['unlock'] as const
  const hasFactor = hasSecondFactor || passkeyCount > 0
  return hasFactor ? (['invite', 'reset', 'lock'] as const) : (['invite', 'lock'] as const)
}

function OnlyOperator() {
  return (
    <Section title={t('Help')}>
      <Text size="sm">{t('Only an operator changes the account of a member of staff.')}</Text>
    </Section>
  )
}
