import { Text } from '@mantine/core'
import { FactGrid } from '../../ui/fact-grid.tsx'
import { Section } from '../../ui/section.tsx'
import { formatCalendarDate, formatCount, formatNumber } from '../../words/format.ts'
import { formatRateLimit } from '../../words/rate-limit.ts'
import { busiestDay, limitedRequests, totalRequests } from './day-totals.ts'
import type { DashboardFirm } from './figures.tsx'

/** The firm's rate limit and how its requests compare with it. */
export function RateLimit({ firm }: { firm: DashboardFirm }) {
  const limited = limitedRequests(firm.usage)
  return (
    <Section
      title="Rate limit"
      description="Limit per production key. Individual keys may differ; sandbox keys have a fixed limit."
    >
      <FactGrid
        facts={[
          ['Tier', formatRateLimit(firm)],
          ['Today (UTC)', formatToday(firm)],
          ['Busiest of the last 30 days', formatBusiest(firm)],
          ['Over the limit in the last 30 days', formatNumber(limited)],
        ]}
      />
      <Text size="sm" c="dimmed">
        {limited === 0
          ? 'No request exceeded the limit in the last 30 days.'
          : 'Some requests exceeded the limit. Spread them out, wait as long as Retry-After says, or ask for a higher tier.'}
      </Text>
    </Section>
  )
}

function formatToday({ usage: { days } }: DashboardFirm): string {
  const day = days.at(-1)
  return formatCount(day ? totalRequests(day) : 0, 'request')
}

function formatBusiest({ usage: { days } }: DashboardFirm): string {
  const day = busiestDay(days)
  return day ? `${formatCalendarDate(day.date)}: ${formatCount(day.total, 'request')}` : 'None'
}
