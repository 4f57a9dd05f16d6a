import { Alert, Anchor, Text, VisuallyHidden } from '@mantine/core'
import { Link } from 'wouter'
import { GrantBadge, ScopeBadges } from '../components/badges.tsx'
import { CopyId } from '../components/copy-id.tsx'
import { FactList } from '../components/fact-list.tsx'
import { Instant } from '../components/instant.tsx'
import { KeyName } from '../components/key-name.tsx'
import { LastUse } from '../components/last-use.tsx'
import { Section } from '../components/section.tsx'
import type { GrantRevoker, GrantTermsFragment } from '../generated/graphql.ts'
import { formatFilter } from '../labels/asset-filter.ts'
import { formatScopes } from '../labels/scopes.ts'
import { AccessEnd, hasEnded } from './grant-dates.tsx'

interface Props {
  readonly grant: GrantTermsFragment
  /** Whether the person who looks at it gave the grant. */
  readonly isOwn: boolean
}

/** The terms of a grant, and why it is off if it is. */
export function TermsSection({ grant, isOwn }: Props) {
  const { key, state, scopes, filter, createdAt, lastReadAt, linkId } = grant
  const idle = whyIdle(grant, isOwn)
  return (
    <Section
      title={hasEnded(grant) ? 'What they could see' : 'What they can see'}
      action={<GrantBadge state={state} keyState={key.state} />}
    >
      {idle && (
        <Alert color="fruit" title="This access is off">
          <Text size="sm">{idle}</Text>
          <EndReceipt grant={grant} />
        </Alert>
      )}
      <FactList
        of={[
          ['Key', <KeyName key="key" of={key} />],
          [hasEnded(grant) ? 'Could see' : 'Can see', <ScopeBadges key="scopes" scopes={scopes} />],
          ['Not in effect', formatIdleScopes(grant)],
          ['Assets', formatFilter(filter)],
          [linkId ? 'Approved' : 'Given', <Instant key="given" at={createdAt} />],
          [
            hasEnded(grant) ? 'Access ended' : 'Access ends',
            <AccessEnd key="ends" grant={grant} />,
          ],
          ['Last accessed', <LastUse key="read" at={lastReadAt} createdAt={createdAt} />],
          ['Grant ID', <CopyId key="id" id={grant.id} of="the grant" />],
        ]}
      />
    </Section>
  )
}

function EndReceipt({ grant: { id, state, version, key } }: { grant: GrantTermsFragment }) {
  if (state === 'active') return null
  return (
    <Anchor
      component={Link}
      href={`/connected-apps/${id}/receipts/${version}-${state}`}
      c="inherit"
      size="sm"
      underline="always"
    >
      Receipt of the end<VisuallyHidden> of the access of {key.firmName}</VisuallyHidden>
    </Anchor>
  )
}

const REVOKED_BY: Readonly<Record<GrantRevoker, string>> = {
  client: 'The client revoked it.',
  firm: 'The firm gave it back.',
  operator: 'The operator of this service revoked it.',
  key: 'The firm’s key has been revoked, and this access ended with it.',
}

function whyIdle({ state, revokedBy, key }: GrantTermsFragment, isOwn: boolean): string | null {
  if (state === 'revoked') {
    const by = revokedBy ? REVOKED_BY[revokedBy] : 'It was revoked.'
    const what = isOwn && revokedBy === 'client' ? 'You revoked it.' : by
    return `${what} The firm would have to ask ${isOwn ? 'you' : 'the client'} again with a new link.`
  }
  if (state === 'expired')
    return `It has expired. ${isOwn ? 'Choose' : 'The client can choose'} a new end date to turn it on again.`
  if (key.state !== 'active')
    return `The firm’s key has ${key.state === 'expired' ? 'expired' : 'been revoked'}.`
  return null
}

function formatIdleScopes({ scopes, effectiveScopes }: GrantTermsFragment): string | null {
  const idle = scopes.filter((scope) => !effectiveScopes.includes(scope))
  if (idle.length === 0) return null
  return `${formatScopes(idle)} (not included in the key)`
}
