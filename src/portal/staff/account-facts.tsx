import { Anchor, List } from '@mantine/core'
import { Link } from 'wouter'
import { EnvironmentBadge } from '../domain/badges.tsx'
import type { AccountFactsFragment } from '../generated/graphql.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { type Fact, FactList } from '../ui/fact-list.tsx'
import { Instant } from '../ui/instant.tsx'
import { Section } from '../ui/section.tsx'
import { formatNumber } from '../words/format.ts'
import { ROLES } from '../words/roles.ts'

/** Who the person is, and what they sign in with. */
export function AccountFacts({ of: account }: { of: AccountFactsFragment }) {
  return (
    <Section title="Account">
      <FactList of={[...whoIs(account), ...signInOf(account)]} />
    </Section>
  )
}

function whoIs({ userId, email, isStaff, environment, memberships }: AccountFactsFragment): Fact[] {
  return [
    ['Email', email],
    ['User ID', <CopyId key="id" id={userId} of="the user" />],
    ['Staff', isStaff ? 'Yes' : null],
    ['Client', environment && <EnvironmentBadge key="client" environment={environment} />],
    ['Connections', environment && <Connections key="connections" userId={userId} />],
    ['Firms', memberships.length > 0 && <Firms key="firms" of={memberships} />],
  ]
}

function Connections({ userId }: { userId: string }) {
  return (
    <Anchor component={Link} inherit href={`/connected-apps?client=${userId}`}>
      All connected apps
    </Anchor>
  )
}

function Firms({ of: memberships }: { of: AccountFactsFragment['memberships'] }) {
  return (
    <List listStyleType="none">
      {memberships.map(({ id, role, firm }) => (
        <List.Item key={id}>
          <Anchor component={Link} inherit href={`/firms/${firm.id}`}>
            {firm.name}
          </Anchor>
          , {ROLES[role].label}
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
      'State',
      erasedAt ? 'Erased' : isLockedOut ? 'Locked out' : hasPassword ? 'Active' : 'No password yet',
    ],
    ['Proved', isProved ? 'Yes, by the mailbox' : 'No'],
    ['Two-step verification', hasSecondFactor ? 'On' : 'Off'],
    ['Passkeys', formatNumber(passkeyCount)],
    ['Sessions', formatNumber(sessionCount)],
    ['Last sign-in', lastSignInAt ? <Instant key="last" at={lastSignInAt} /> : 'Never'],
    ['Invitation ends', invitedUntil && <Instant key="invited" at={invitedUntil} />],
    ['Created', <Instant key="created" at={createdAt} />],
  ]
}
