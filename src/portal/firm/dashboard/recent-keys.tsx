import { StateBadge } from '../../domain/badges.tsx'
import { UsageChart } from '../../domain/usage/usage-chart.tsx'
import { t } from '../../i18n/text.ts'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { Section } from '../../ui/section.tsx'
import { To } from '../../ui/to.tsx'
import { formatNumber } from '../../words/format.ts'
import { formatRateLimit } from '../../words/rate-limit.ts'
import type { DashboardFirm } from './figures.tsx'

type Key = DashboardFirm['apiKeys']['nodes'][number]

/** The newest keys with their clients and requests. */
export function RecentKeys({ firm: { id, apiKeys } }: { firm: DashboardFirm }) {
  if (apiKeys.nodes.length === 0) return null
  const keys = `/firms/${id}/service-api`
  const all = (
    <To href={keys} size="sm">
      {t('All keys')}
    </To>
  )
  return (
    <Section title={t('Newest keys')} action={all}>
      <RecordTable label={t('Newest keys')} columns={columnsOf(keys)} records={apiKeys.nodes} />
    </Section>
  )
}

function columnsOf(keys: string): Column<Key>[] {
  return [
    {
      name: t('Name'),
      cell: (key) => <To href={`${keys}/${key.id}`}>{key.name}</To>,
    },
    { name: t('Clients'), cell: (key) => formatNumber(key.clientCount) },
    {
      name: t('30 days'),
      cell: (key) => (
        <UsageChart usage={key.usage} label={t('Requests with {name}', { name: key.name })} small />
      ),
    },
    { name: t('Rate limit'), cell: (key) => formatRateLimit(key) },
    {
      name: t('Status'),
      cell: (key) => <StateBadge state={key.state} />,
    },
  ]
}
