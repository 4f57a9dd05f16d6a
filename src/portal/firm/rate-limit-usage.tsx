import { Progress, Stack, Text } from '@mantine/core'
import { formatAverage, formatNumber } from '../format.ts'
import { formatRateLimit } from '../labels/rate-limit.ts'
import { busiestAverage, limitedRequests, shareOfLimit } from './day-totals.ts'
import type { DashboardFirm } from './figures.tsx'

type Key = DashboardFirm['apiKeys']['nodes'][number]

/** A key's limit, and the average of its busiest day as a share of it. */
export function RateLimitUsage({ of: key }: { of: Key }) {
  const average = busiestAverage(key.usage.days)
  const limited = limitedRequests(key.usage)
  return (
    <Stack gap={4} maw={220}>
      {formatRateLimit(key)}
      <Progress
        size="sm"
        aria-hidden
        color={limited > 0 ? 'fruit' : 'leaf'}
        value={shareOfLimit(average, key.requestsPerMinute)}
      />
      <Text size="xs" c="dimmed">
        {average === 0
          ? 'Not used in the last 30 days'
          : `Busiest day: ${formatAverage(average)} per minute on average`}
        {limited > 0 && `, ${formatNumber(limited)} over the limit`}
      </Text>
    </Stack>
  )
}
