import type { UsageOfDaysFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { REQUEST_RESULTS, type RequestResult } from './request-results.ts'

/** "1,204 requests in 30 days, 12 rejected, 3 failed". */
export function formatUsage(
  { total, days }: UsageOfDaysFragment,
  results: readonly RequestResult[] = REQUEST_RESULTS,
): string {
  const requests = t(
    '{total, plural, =0 {No requests} one {# request} other {# requests}} in {count, plural, one {# day} other {# days}}',
    { total, count: days.length },
  )
  if (total === 0) return requests
  const others = results
    .filter(({ key }) => key !== 'ok')
    .map(({ key, describe }) => ({ describe, count: days.reduce((sum, day) => sum + day[key], 0) }))
    .filter(({ count }) => count > 0)
    .map(({ describe, count }) => describe(count))
  return [requests, ...others].join(', ')
}
