import { Blockquote, Text } from '@mantine/core'
import { ScopeBadges } from '../components/badges.tsx'
import { FactList } from '../components/fact-list.tsx'
import { Instant } from '../components/instant.tsx'
import { KeyName } from '../components/key-name.tsx'
import { Section } from '../components/section.tsx'
import { formatDate } from '../format.ts'
import type { ConsentRequestQuery } from '../generated/graphql.ts'

/** A firm's request for access, as the client reads it before deciding. */
export type Request = ConsentRequestQuery['connectionRequest']

/** Who asks, for what and why, and when the request expires. */
export function ConsentRequest({ request }: { request: Request }) {
  const { key, purpose, scopes, expiresAt } = request
  return (
    <Section title={key.firmName} description="Purpose, as stated by the firm:">
      <Blockquote p="md" color="fruit">
        <Text style={{ overflowWrap: 'anywhere' }}>{purpose}</Text>
      </Blockquote>
      <FactList
        of={[
          ['Access through', <KeyName key="key" of={key} />],
          ['Wants to see', <ScopeBadges key="scopes" scopes={scopes} />],
          ['Request expires', <Expiry key="end" at={expiresAt} />],
        ]}
      />
    </Section>
  )
}

function Expiry({ at }: { at: string }) {
  return (
    <>
      {formatDate(at)}{' '}
      <Text span inherit c="dimmed">
        (<Instant at={at} />)
      </Text>
    </>
  )
}
