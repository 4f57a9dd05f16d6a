import { Card, Code, Group, List, Stack, Text, Title } from '@mantine/core'
import { EnvironmentBadge, ScopeBadges, StateBadge } from '../../domain/badges.tsx'
import { LastUse } from '../../domain/usage/last-use.tsx'
import type { KeyRowFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ENTRY } from '../../ui/entry.ts'
import { FactGrid } from '../../ui/fact-grid.tsx'
import { Instant } from '../../ui/instant.tsx'
import { To } from '../../ui/to.tsx'
import { formatNumber } from '../../words/format.ts'
import { formatRateLimit } from '../../words/rate-limit.ts'

interface Props {
  readonly firmId: string
  readonly keys: readonly KeyRowFragment[]
}

/** A card per key, including those that have ended. */
export function KeyList({ firmId, keys }: Props) {
  return (
    <List
      listStyleType="none"
      spacing="md"
      aria-label={t('API keys')}
      styles={{ itemWrapper: { display: 'block' } }}
    >
      {keys.map((key) => (
        <List.Item key={key.id} {...ENTRY}>
          <KeyCard firmId={firmId} apiKey={key} />
        </List.Item>
      ))}
    </List>
  )
}

function KeyCard({ firmId, apiKey: key }: { firmId: string; apiKey: KeyRowFragment }) {
  return (
    <Card>
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            <To href={`/firms/${firmId}/service-api/${key.id}`}>{key.name}</To>
          </Title>
          <Group gap={6}>
            <EnvironmentBadge environment={key.environment} />
            <StateBadge state={key.state} />
          </Group>
        </Group>
        <ScopeBadges scopes={key.scopes} />
        <FactGrid
          facts={[
            [
              key.secrets.length > 1 ? t('Secret prefixes') : t('Secret prefix'),
              <SecretPrefixes key="references" of={key} />,
            ],
            [t('Tier'), formatRateLimit(key)],
            [t('Clients'), formatNumber(key.clientCount)],
            [t('Last used'), <LastUse key="used" at={key.lastUsedAt} createdAt={key.createdAt} />],
            [t('Created by'), <Creator key="maker" of={key} />],
          ]}
        />
      </Stack>
    </Card>
  )
}

function Creator({ of: { createdBy, createdAt } }: { of: KeyRowFragment }) {
  return (
    <>
      {createdBy ?? t('The operator')}, <Instant at={createdAt} />
    </>
  )
}

type KeyWithSecrets = Pick<KeyRowFragment, 'environment'> & {
  readonly secrets: readonly { readonly reference: string }[]
}

/** The prefixes of the active secrets; a key that has ended has none. */
export function SecretPrefixes({ of: { environment, secrets } }: { of: KeyWithSecrets }) {
  if (secrets.length === 0)
    return (
      <Text span inherit c="dimmed">
        {t('No active secret')}
      </Text>
    )
  return secrets.map(({ reference }) => (
    <Code key={reference} me={6}>
      {prefixOf(environment)}
      {reference}…
    </Code>
  ))
}

function prefixOf(environment: KeyWithSecrets['environment']): string {
  return environment === 'production' ? 'sk_live_' : 'sk_test_'
}
