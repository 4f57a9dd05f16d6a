import { Text } from '@mantine/core'
import { t } from '../../i18n/text.ts'
import { FactGrid } from '../../ui/fact-grid.tsx'
import { Section } from '../../ui/section.tsx'
import { formatCalendarDate, formatNumber } from '../../words/format.ts'
import { formatRateLimit } from '../../words/rate-limit.ts'
import { busiestDay, limitedRequests, totalRequests } from './day-totals.ts'
import type { DashboardFirm } from './figures.tsx'

/** The firm's rate limit and how its requests compare with it. */
export function RateLimit({ firm }: { firm: DashboardFirm }) {
  const limited = limitedRequests(firm.usage)
  return (
    <Section
      title={t('Rate limit')}
      description={t(
        'Limit per production key. Individual keys may differ; sandbox keys have a fixed limit.',
      )}
    >
      <FactGrid
        facts={[
          [t('Tier'), formatRateLimit(firm)],
          [t('Today (UTC)'), formatToday(firm)],
          [t('Busiest of the last 30 days'), formatBusiest(firm)],
          [t('Over the limit in the last 30 days'), formatNumber(limited)],
        ]}
      />
      <Text size="sm" c="dimmed">
        {limited === 0
          ? t('No request exceeded the limit in the last 30 days.')
          : t(
              'Some requests exceeded the limit. Spread them out, wait as long as Retry-After says, or ask for a higher tier.',
            )}
      </Text>
    </Section>
  )
}

function formatToday({ usage: { days } }: DashboardFirm): string {
  const day = days.at(-1)
  return t('{count, plural, one {# request} other {# requests}}', {
    count: day ? totalRequests(day) : 0,
  })
}

function formatBusiest({ usage: { days } }: DashboardFirm): string {
  const day = busiestDay(days)
  return day
    ? `${formatCalendarDate(day.date)}: ${t('{total, plural, one {# request} other {# requests}}', { total: day.total })}`
    : t('None')
}
