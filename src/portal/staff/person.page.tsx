import { List, Stack } from '@mantine/core'
import { useParams } from 'wouter'
import { usePerson } from '../data/session/person.ts'
import { useQuery } from '../data/use-query.ts'
import { EnvironmentBadge } from '../domain/badges.tsx'
import { HistoryList } from '../domain/history/history-list.tsx'
import { SignInTable } from '../domain/history/sign-in-table.tsx'
import {
  type AccountFactsFragment,
  PersonAccountDocument,
  type PersonAccountQuery,
} from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { CopyBlock } from '../ui/copy-block.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { type Fact, FactList } from '../ui/fact-list.tsx'
import { To } from '../ui/inline.tsx'
import { Instant } from '../ui/instant.tsx'
import { NotFound, QueryPage, Section } from '../ui/page-parts.tsx'
import { formatNumber } from '../words/format.ts'
import { ROLES } from '../words/roles.ts'
import { AccountHelp, AccountLocks } from './account-help.tsx'
import { AddressedLinks, Connections, Mails, Newest } from './person-records.tsx'

/** All about one person, for staff who help them. It has no data of a portfolio. */
export default function PersonPage() {
  const { userId } = useParams<{ userId: string }>()
  const { isStaff } = usePerson()
  const query = useQuery(PersonAccountDocument, { userId }, { enabled: isStaff })
  if (!isStaff) return <NotFound />
  return (
    <QueryPage
      of={query}
      title={query.data?.personAccount.name ?? t('Person')}
      description={t('An account. Your visit is recorded.')}
    >
      {({ personAccount }) => <Account of={personAccount} />}
    </QueryPage>
  )
}

function Account({ of: account }: { of: PersonAccountQuery['personAccount'] }) {
  const isClient = account.environment !== null
  return (
    <>
      <AccountFacts of={account} />
      <AccountLocks of={account} />
      <AccountHelp of={account} />
      {isClient && <Connections clientId={account.userId} />}
      <AddressedLinks of={account.links} />
      <Newest title={t('Sign-in activity')} of={account.signInEvents}>
        {(events) => <SignInTable events={events} />}
      </Newest>
      <Mails of={account.mails} />
      <Newest title={t('History')} of={account.auditEvents}>
        {(events) => <HistoryList events={events} withPerson={false} />}
      </Newest>
      {isClient && <AccountCommands userId={account.userId} />}
    </>
  )
}

// The commands for a client's whole data. The server itself may neither export nor erase a portfolio.
function AccountCommands({ userId }: { userId: string }) {
  const exporting = `orangery client export ${userId} --file ${userId}.ndjson --reason "…"`
  const erasing = `orangery client erase ${userId} --reason "…"`
  return (
    <Section
      title={t('All data of the client')}
      description={t('An operator exports or erases it at the command line. Both are recorded.')}
    >
      <Stack gap="sm">
        <CopyBlock text={exporting} what={t('the command')} label={t('Command that exports')} />
        <CopyBlock text={erasing} what={t('the command')} label={t('Command that erases')} />
      </Stack>
    </Section>
  )
}

function AccountFacts({ of: account }: { of: AccountFactsFragment }) {
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
