import type { UsageOfDaysFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { formatNumber } from '../../words/format.ts'
import { REQUEST_RESULTS, type RequestResult } from './request-results.ts'

/** "1,204 requests in 30 days, 12 rejected, 3 failed". */
export function formatUsage(
  { total, days }: UsageOfDaysFragment,
  results: readonly RequestResult[] = REQUEST_RESULTS,
): string {
  const period = t('{count, plural, one {# day} other {# days}}', { count: days.length })
  if (total === 0) return t('No requests in {period}', { period })
  const requests = t('{total, plural, one {# request} other {# requests}} in {period}', {
    total,
    period,
  })
  const others = results
    .filter(({ key }) => key !== 'ok')
    .map(({ key, label }) => ({ label, count: days.reduce((sum, day) => sum + day[key], 0) }))
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${formatNumber(count)} ${label.toLowerCase()}`)
  return [requests, ...others].join(', ')
}
