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
      title={isOver(grant) ? 'What they could see' : 'What they can see'}
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
          [isOver(grant) ? 'Could see' : 'Can see', <ScopeBadges key="scopes" scopes={scopes} />],
          ['Not in effect', withoutEffect(grant)],
          ['Assets', filterInWords(filter)],
          ['Approved', <Instant key="given" at={createdAt} />],
          [isOver(grant) ? 'Access ended' : 'Access ends', <WhenItEnds key="ends" grant={grant} />],
          ['Last accessed', <LastRead key="read" at={lastReadAt} />],
        ]}
      />
    </Section>
  )
}

const ENDED_BY: Readonly<Record<GrantRevoker, string>> = {
  client: 'You revoked it. The firm would have to ask you again with a new link.',
  firm: 'The firm gave it back. It can no longer read your portfolio, and would have to ask you again with a new link.',
  operator:
    'The operator of this service revoked it. The firm would have to ask you again with a new link.',
  key: 'The firm’s key has been revoked, and this access ended with it. The firm would have to ask you again with a new link.',
}

function whyIdle({ state, revokedBy, key }: GrantTermsFragment): string | null {
  if (state === 'revoked')
    return revokedBy
      ? ENDED_BY[revokedBy]
      : 'It was revoked. The firm would have to ask you again with a new link.'
  if (state === 'expired') return 'It has expired. Choose a new end date to turn it on again.'
  if (key.state !== 'active')
    return `The firm’s key has ${key.state === 'expired' ? 'expired' : 'been revoked'}.`
  return null
}

function withoutEffect({ scopes, effectiveScopes }: GrantTermsFragment): string | null {
  const idle = scopes.filter((scope) => !effectiveScopes.includes(scope))
  if (idle.length === 0) return null
  return `${listInWords(idle.map((scope) => SCOPES[scope].label))} (not included in the key)`
}
