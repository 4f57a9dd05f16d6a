import type { UsageOfDaysFragment } from '../../generated/graphql.ts'
import { formatCount, formatNumber } from '../../words/format.ts'
import { REQUEST_RESULTS, type RequestResult } from './request-results.ts'

/** "1,204 requests in 30 days, 12 rejected, 3 failed". */
export function formatUsage(
  { total, days }: UsageOfDaysFragment,
  results: readonly RequestResult[] = REQUEST_RESULTS,
): string {
  const period = formatCount(days.length, 'day')
  if (total === 0) return `No requests in ${period}`
  const requests = `${formatCount(total, 'request')} in ${period}`
  const others = results
    .filter(({ key }) => key !== 'ok')
    .map(({ key, label }) => ({ label, count: days.reduce((sum, day) => sum + day[key], 0) }))
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${formatNumber(count)} ${label.toLowerCase()}`)
  return [requests, ...others].join(', ')
}
