import { Card, Code, Group, List, Stack, Text, Title } from '@mantine/core'
import { EnvironmentBadge, ExplainedScopes, ScopeBadges, StateBadge } from '../../domain/badges.tsx'
import { LastUse } from '../../domain/usage/last-use.tsx'
import type { FirmKeyQuery, KeyRowFragment } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { ENTRY } from '../../ui/entry.ts'
import { FactGrid } from '../../ui/fact-grid.tsx'
import { Name, To } from '../../ui/inline.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Section } from '../../ui/page-parts.tsx'
import { formatDateTime, formatNumber } from '../../words/format.ts'
import { formatRateLimit } from '../../words/rate-limit.ts'

export type ShownKey = FirmKeyQuery['apiKey']

/** The properties of a key. */
export function KeyFacts({ apiKey: key }: { apiKey: ShownKey }) {
  return (
    <Section
      title={t('Key details')}
      action={
        <Group gap={6}>
          <EnvironmentBadge environment={key.environment} />
          <StateBadge state={key.state} />
        </Group>
      }
    >
      <ExplainedScopes scopes={key.scopes} />
      <FactGrid
        facts={[
          [
            key.secrets.length > 1 ? t('Secret prefixes') : t('Secret prefix'),
            <Secrets key="secrets" of={key} />,
          ],
          [t('Tier'), formatRateLimit(key)],
          [t('Last used'), <LastUse key="used" at={key.lastUsedAt} createdAt={key.createdAt} />],
          [t('Created'), <Created key="created" of={key} />],
          key.revokedAt
            ? [t('Revoked'), <Instant key="revoked" at={key.revokedAt} />]
            : [t('Expires'), <Instant key="ends" at={key.expiresAt} otherwise={t('No expiry')} />],
          [t('Allowed IPs'), <Ranges key="ranges" of={key.allowedIps} />, widthFor(key.allowedIps)],
          [
            t('Return addresses'),
            <ReturnUrls key="urls" of={key.returnUrls} />,
            widthFor(key.returnUrls),
          ],
          [t('Creates connection links'), key.createsLinks ? t('Yes') : t('No')],
          ...(key.trustedDocumentsOnly
            ? [[t('GraphQL documents'), t('Trusted ones only')] as const]
            : []),
          [t('Key ID'), <CopyId key="id" id={key.id} of={t('the key')} />, 'wide'],
        ]}
      />
    </Section>
  )
}

function Created({ of: { createdAt, createdBy } }: { of: ShownKey }) {
  return rich('{instant} by {createdBy}', {
    instant: <Instant at={createdAt} />,
    createdBy: createdBy ?? t('the operator'),
  })
}

// During a rotation, the secret with an expiry is the old one.
function Secrets({ of: key }: { of: ShownKey }) {
  if (key.secrets.length < 2) return <SecretPrefixes of={key} />
  return (
    <Stack gap={4}>
      {key.secrets.map((secret) => (
        <div key={secret.reference}>
          <SecretPrefixes of={{ environment: key.environment, secrets: [secret] }} />
          <Text size="xs" c="dimmed">
            {secret.expiresAt
              ? t('Works until {expiresAt}', { expiresAt: formatDateTime(secret.expiresAt) })
              : t('New secret')}
          </Text>
        </div>
      ))}
    </Stack>
  )
}

function widthFor(values: readonly string[]): 'wide' | undefined {
  return values.length > 1 ? 'wide' : undefined
}

function ReturnUrls({ of: urls }: { of: readonly string[] }) {
  if (urls.length === 0) return t('None')
  return (
    <Stack gap={4}>
      {urls.map((url) => (
        <Name key={url}>{url}</Name>
      ))}
    </Stack>
  )
}

function Ranges({ of: ranges }: { of: readonly string[] }) {
  if (ranges.length === 0) return t('Any')
  return (
    <Group gap={4}>
      {ranges.map((range) => (
        <Code key={range}>{range}</Code>
      ))}
    </Group>
  )
}

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

// The prefixes of the active secrets; a key that has ended has none.
function SecretPrefixes({ of: { environment, secrets } }: { of: KeyWithSecrets }) {
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
