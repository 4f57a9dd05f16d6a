import { Alert, Text } from '@mantine/core'
import { ScopeBadges, StateBadge } from '../components/badges.tsx'
import { Instant } from '../components/instant.tsx'
import { SCOPES } from '../components/scopes.ts'
import { Section } from '../components/section.tsx'
import { KeyName } from '../connect/asking.tsx'
import type { GrantRevoker, GrantTermsFragment } from '../generated/graphql.ts'
import { Facts } from '../grant-terms/facts.tsx'
import { filterInWords } from '../grant-terms/filter-words.ts'
import { listInWords } from '../words.ts'
import { isOver, LastRead, WhenItEnds } from './when.tsx'

/** What a grant says, and where that is not what can be read. */
export function TermsSection({ grant }: { grant: GrantTermsFragment }) {
  const { key, state, scopes, filter, createdAt, lastReadAt } = grant
  const idle = whyIdle(grant)
  return (
    <Section
      title={isOver(grant) ? 'What it could see' : 'What it may see'}
      action={<StateBadge state={state} />}
    >
      {idle && (
        <Alert color="fruit" title="This access is off">
          <Text size="sm">{idle}</Text>
        </Alert>
      )}
      <Facts
        of={[
          ['Key', <KeyName key="key" of={key} />],
          [isOver(grant) ? 'Could see' : 'May see', <ScopeBadges key="scopes" scopes={scopes} />],
          ['Without effect', withoutEffect(grant)],
          ['Of', filterInWords(filter)],
          ['Given', <Instant key="given" at={createdAt} />],
          [isOver(grant) ? 'Ended' : 'Ends', <WhenItEnds key="ends" grant={grant} />],
          ['Last read', <LastRead key="read" at={lastReadAt} />],
        ]}
      />
    </Section>
  )
}

const ENDED_BY: Readonly<Record<GrantRevoker, string>> = {
  client: 'You revoked it. The firm would have to ask you again by a new link.',
  firm: 'The firm gave it back. It can no longer read your portfolio, and would have to ask you again by a new link.',
  operator:
    'The operator of this service revoked it. The firm would have to ask you again by a new link.',
  key: 'The firm’s key has been revoked, and this access ended with it. The firm would have to ask you again by a new link.',
}

function whyIdle({ state, revokedBy, key }: GrantTermsFragment): string | null {
  if (state === 'revoked')
    return revokedBy
      ? ENDED_BY[revokedBy]
      : 'It was revoked. The firm would have to ask you again by a new link.'
  if (state === 'expired') return 'It has expired. Give it a new end, and it works again.'
  if (key.state !== 'active') return `The key has been ${key.state} by or for the firm.`
  return null
}

function withoutEffect({ scopes, effectiveScopes }: GrantTermsFragment): string | null {
  const idle = scopes.filter((scope) => !effectiveScopes.includes(scope))
  if (idle.length === 0) return null
  return `${listInWords(idle.map((scope) => SCOPES[scope].label))}: the key does not have it`
}
