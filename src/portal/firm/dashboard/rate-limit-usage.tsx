import { Progress, Stack, Text } from '@mantine/core'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { formatAverage, formatDateTime, formatNumber } from '../../words/format.ts'
import { formatRateLimit } from '../../words/rate-limit.ts'
import { busiestAverage, limitedRequests, shareOfLimit } from './day-totals.ts'
import type { DashboardFirm } from './figures.tsx'

type Key = DashboardFirm['apiKeys']['nodes'][number]

const MAX_MINUTES = 3

/** A key's limit, and how near its requests came to it. The bar is full once the limit was reached. */
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
        value={limited > 0 ? 100 : shareOfLimit(average, key.requestsPerMinute)}
      />
      <Text size="xs" c="dimmed">
        {limited > 0 &&
          t('Limit reached: {limited} rejected in 30 days', { limited: formatNumber(limited) })}
        {limited === 0 && average === 0 && t('Not used in the last 30 days')}
        {limited === 0 &&
          average > 0 &&
          t('Never over the limit. Busiest day: {average} per minute on average', {
            average: formatAverage(average),
          })}
      </Text>
      {limited > 0 && <BusiestMinutes of={key} />}
    </Stack>
  )
}

// Only the newest errors of a key are stored, so there may be more of either.
function BusiestMinutes({ of: { recentErrors } }: { of: Key }) {
  const minutes = limitedMinutes(recentErrors).slice(0, MAX_MINUTES)
  if (minutes.length === 0) return null
  return (
    <Text size="xs" c="dimmed" component="div">
      {t('Busiest of the latest minutes over it:')}
      {minutes.map(({ minute, rejected }) => (
        <div key={minute}>
          {rich('{time}: {rejected} rejected', {
            time: <time dateTime={minute}>{formatDateTime(minute)}</time>,
            rejected: formatNumber(rejected),
          })}
        </div>
      ))}
    </Text>
  )
}

// A minute in which the rate limit rejected requests.
interface LimitedMinute {
  /** Its start, as RFC 3339. */
  readonly minute: string
  readonly rejected: number
}

interface RequestError {
  readonly at: string
  readonly code: string
}

const MINUTE_MS = 60_000

// The minutes in which the rate limit rejected requests: most rejections first, then newest.
function limitedMinutes(errors: readonly RequestError[]): readonly LimitedMinute[] {
  const counts = new Map<number, number>()
  for (const { at, code } of errors) {
    if (code !== 'rate_limit_exceeded') continue
    const start = Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS
    counts.set(start, (counts.get(start) ?? 0) + 1)
  }
  return [...counts]
    .sort(([start, count], [otherStart, other]) => other - count || otherStart - start)
    .map(([start, rejected]) => ({ minute: new Date(start).toISOString(), rejected }))
}
