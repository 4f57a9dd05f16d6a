import { Blockquote, Code, Group, Text } from '@mantine/core'
import { EnvironmentBadge, ScopeBadges } from '../components/badges.tsx'
import { Instant } from '../components/instant.tsx'
import { Section } from '../components/section.tsx'
import type { ConnectionAskedQuery } from '../generated/graphql.ts'
import { Facts } from '../grant-terms/facts.tsx'
import { dateInWords } from '../words.ts'

/** Who asks, for what and why, in the firm's own words, and how long the link holds. */
export function Asking({ asked }: { asked: ConnectionAskedQuery['connectionRequest'] }) {
  const { key, purpose, scopes, expiresAt } = asked
  return (
    <Section title={key.firmName} description="Purpose, as stated by the firm:">
      <Blockquote p="md" color="fruit">
        <Text style={{ overflowWrap: 'anywhere' }}>{purpose}</Text>
      </Blockquote>
      <Facts
        of={[
          ['Access through', <KeyName key="key" of={key} />],
          ['Wants to see', <ScopeBadges key="scopes" scopes={scopes} />],
          ['Request expires', <AnswerBy key="end" at={expiresAt} />],
        ]}
      />
    </Section>
  )
}

function AnswerBy({ at }: { at: string }) {
  return (
    <>
      {dateInWords(at)}{' '}
      <Text span inherit c="dimmed">
        (<Instant at={at} />)
      </Text>
    </>
  )
}

type Key = ConnectionAskedQuery['connectionRequest']['key']

/** A key by its name, what may be shown of its secret, and its environment. */
export function KeyName({ of: { name, reference, environment } }: { of: Omit<Key, 'scopes'> }) {
  return (
    <Group gap="4px 8px">
      <span>{name}</span>
      {reference && <Code>{reference}</Code>}
      <EnvironmentBadge environment={environment} />
    </Group>
  )
}
