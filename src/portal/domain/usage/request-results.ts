import type { UsageOfDaysFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'

/** A result of requests, as a part of the bars. */
export interface RequestResult {
  readonly key: 'ok' | 'refused' | 'limited' | 'failed'
  readonly label: string
  readonly color: string
  /** So many of them, within a sentence. */
  readonly describe: (count: number) => string
}

const result = (
  key: RequestResult['key'],
  label: string,
  describe: RequestResult['describe'],
): RequestResult => ({ key, label, color: `var(--orangery-${key})`, describe })

/** The results of a request, in the order in which the bars are stacked. */
export const REQUEST_RESULTS: readonly RequestResult[] = [
  result('ok', t('Successful'), (count) => t('{count, number} successful', { count })),
  result('refused', t('Rejected'), (count) => t('{count, number} rejected', { count })),
  result('limited', t('Rate limited'), (count) => t('{count, number} rate limited', { count })),
  result('failed', t('Failed'), (count) => t('{count, number} failed', { count })),
]

/** For the client: whether the firm got an answer. Why it got none concerns the firm alone. */
export const CLIENT_RESULTS: readonly RequestResult[] = [
  result('ok', t('Answered|result'), (count) => t('{count, number} answered', { count })),
  result('refused', t('Not answered'), (count) => t('{count, number} not answered', { count })),
]

/** The same usage with every request that got no answer counted as one result. */
export function answersOf({ total, days }: UsageOfDaysFragment): UsageOfDaysFragment {
  return {
    total,
    days: days.map(({ date, ok, refused, limited, failed }) => ({
      ...{ date, ok, refused: refused + limited + failed, limited: 0, failed: 0 },
    })),
  }
}

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
