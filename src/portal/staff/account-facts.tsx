import { List } from '@mantine/core'
import { EnvironmentBadge } from '../domain/badges.tsx'
import type { AccountFactsFragment } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { type Fact, FactList } from '../ui/fact-list.tsx'
import { Instant } from '../ui/instant.tsx'
import { Section } from '../ui/section.tsx'
import { To } from '../ui/to.tsx'
import { formatNumber } from '../words/format.ts'
import { ROLES } from '../words/roles.ts'

/** The identity of the person, and their ways to sign in. */
export function AccountFacts({ of: account }: { of: AccountFactsFragment }) {
  return (
    <Section title={t('Account')}>
      <FactList of={[...whoIs(account), ...signInOf(account)]} />
    </Section>
  )
}

function whoIs({ userId, email, isStaff, environment, memberships }: AccountFactsFragment): Fact[] {
  return [
    [t('Email'), email],
    [t('User ID'), <CopyId key="id" id={userId} of={t('the user')} />],
    [t('Staff'), isStaff ? t('Yes') : null],
    [t('Client'), environment && <EnvironmentBadge key="client" environment={environment} />],
    [t('Firms'), memberships.length > 0 ? <Firms key="firms" of={memberships} /> : null],
  ]
}

function Firms({ of: memberships }: { of: AccountFactsFragment['memberships'] }) {
  return (
    <List listStyleType="none">
      {memberships.map(({ id, role, firm }) => (
        <List.Item key={id}>
          <To href={`/firms/${firm.id}`}>{firm.name}</To>, {ROLES[role].label}
        </List.Item>
      ))}
    </List>
  )
}

function signInOf(account: AccountFactsFragment): Fact[] {
  const { isLockedOut, hasPassword, hasSecondFactor, isProved, erasedAt } = account
  const { passkeyCount, sessionCount, lastSignInAt, invitedUntil, createdAt } = account
  return [
    [
      t('State'),
      erasedAt
        ? t('Erased')
        : isLockedOut
          ? t('Locked out')
          : hasPassword
            ? t('Active')
            : t('No password yet'),
    ],
    [t('Proved'), isProved ? t('Yes, by the mailbox') : t('No')],
    [t('Two-step verification'), hasSecondFactor ? t('On') : t('Off')],
    [t('Passkeys'), formatNumber(passkeyCount)],
    [t('Sessions'), formatNumber(sessionCount)],
    [t('Last sign-in'), lastSignInAt ? <Instant key="last" at={lastSignInAt} /> : t('Never')],
    [t('Invitation ends'), invitedUntil && <Instant key="invited" at={invitedUntil} />],
    [t('Created'), <Instant key="created" at={createdAt} />],
  ]
}
