import { Anchor, Group } from '@mantine/core'
import { Link } from 'wouter'
import { EnvironmentBadge, StateBadge } from '../../domain/badges.tsx'
import { UsageChart } from '../../domain/usage/usage-chart.tsx'
import { t } from '../../i18n/text.ts'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { Section } from '../../ui/section.tsx'
import { formatNumber } from '../../words/format.ts'
import type { DashboardFirm } from './figures.tsx'
import { RateLimitUsage } from './rate-limit-usage.tsx'

type Key = DashboardFirm['apiKeys']['nodes'][number]

/** The newest keys with their clients and requests. */
export function RecentKeys({ firm: { id, apiKeys } }: { firm: DashboardFirm }) {
  if (apiKeys.nodes.length === 0) return null
  const keys = `/firms/${id}/service-api`
  const all = (
    <Anchor component={Link} href={keys} size="sm">
      {t('All keys')}
    </Anchor>
  )
  return (
    <Section
      title={t('Newest keys')}
      description={t(
        'Requests are counted by the day. Single minutes are known only where they went over the limit.',
      )}
      action={all}
    >
      <RecordTable
        label={t('Newest keys')}
        columns={columnsOf(keys)}
        records={apiKeys.nodes}
        keyOf={(key) => key.id}
      />
    </Section>
  )
}

function columnsOf(keys: string): Column<Key>[] {
  return [
    {
      name: t('Name'),
      cell: (key) => (
        <Anchor component={Link} inherit href={`${keys}/${key.id}`}>
          {key.name}
        </Anchor>
      ),
    },
    { name: t('Clients'), cell: (key) => formatNumber(key.clientCount) },
    {
      name: t('30 days'),
      cell: (key) => (
        <UsageChart usage={key.usage} label={t('Requests with {name}', { name: key.name })} small />
      ),
    },
    { name: t('Rate limit'), cell: (key) => <RateLimitUsage of={key} /> },
    {
      name: t('Status'),
      cell: (key) => (
        <Group gap={6}>
          <EnvironmentBadge environment={key.environment} />
          <StateBadge state={key.state} />
        </Group>
      ),
    },
  ]
}
