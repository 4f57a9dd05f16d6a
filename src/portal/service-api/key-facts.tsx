import { Code, Group, Stack, Text } from '@mantine/core'
import { EnvironmentBadge, ScopeBadges, StateBadge } from '../components/badges.tsx'
import { Facts } from '../components/facts.tsx'
import { Instant } from '../components/instant.tsx'
import { Section } from '../components/section.tsx'
import type { FirmKeyQuery } from '../generated/graphql.ts'
import { instantInWords } from '../words.ts'
import { References } from './key-list.tsx'
import { limitInWords } from './tiers.ts'

export type ShownKey = NonNullable<FirmKeyQuery['apiKey']>

/** What a key is. */
export function KeyFacts({ apiKey: key }: { apiKey: ShownKey }) {
  return (
    <Section
      title="Key details"
      action={
        <Group gap={6}>
          <EnvironmentBadge environment={key.environment} />
          <StateBadge state={key.state} />
        </Group>
      }
    >
      <ScopeBadges scopes={key.scopes} />
      <Facts
        facts={[
          [
            key.secrets.length > 1 ? 'Secret prefixes' : 'Secret prefix',
            <Secrets key="secrets" of={key} />,
          ],
          ['Tier', limitInWords(key)],
          ['Last used', <Instant key="used" at={key.lastUsedAt} />],
          ['Created', <Created key="created" of={key} />],
          key.revokedAt
            ? ['Revoked', <Instant key="revoked" at={key.revokedAt} />]
            : ['Expires', <Instant key="ends" at={key.expiresAt} otherwise="No expiry" />],
          ['Allowed IPs', <Ranges key="ranges" of={key.allowedIps} />, several(key.allowedIps)],
          ['Key ID', <Code key="id">{key.id}</Code>, 'wide'],
        ]}
      />
    </Section>
  )
}

function Created({ of: { createdAt, createdBy } }: { of: ShownKey }) {
  return (
    <>
      <Instant at={createdAt} /> by {createdBy ?? 'the operator'}
    </>
  )
}

// A secret with an end of its own is the old one of a key that was rolled.
function Secrets({ of: key }: { of: ShownKey }) {
  if (key.secrets.length < 2) return <References of={key} />
  return (
    <Stack gap={4}>
      {key.secrets.map((secret) => (
        <div key={secret.reference}>
          <References of={{ environment: key.environment, secrets: [secret] }} />
          <Text size="xs" c="dimmed">
            {secret.expiresAt ? `Works until ${instantInWords(secret.expiresAt)}` : 'New secret'}
          </Text>
        </div>
      ))}
    </Stack>
  )
}

function several(ranges: readonly string[]): 'wide' | undefined {
  return ranges.length > 1 ? 'wide' : undefined
}

function Ranges({ of: ranges }: { of: readonly string[] }) {
  if (ranges.length === 0) return 'Any'
  return (
    <Group gap={4}>
      {ranges.map((range) => (
        <Code key={range}>{range}</Code>
      ))}
    </Group>
  )
}
