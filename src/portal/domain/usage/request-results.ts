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

/** The results of a request, in the order in which the bars are stacked. */
export const REQUEST_RESULTS: readonly RequestResult[] = [
  {
    key: 'ok',
    label: t('Successful'),
    color: 'var(--orangery-ok)',
    describe: (count) => t('{count, number} successful', { count }),
  },
  {
    key: 'refused',
    label: t('Rejected'),
    color: 'var(--orangery-refused)',
    describe: (count) => t('{count, number} rejected', { count }),
  },
  {
    key: 'limited',
    label: t('Rate limited'),
    color: 'var(--orangery-limited)',
    describe: (count) => t('{count, number} rate limited', { count }),
  },
  {
    key: 'failed',
    label: t('Failed'),
    color: 'var(--orangery-failed)',
    describe: (count) => t('{count, number} failed', { count }),
  },
]

/** For the client: whether the firm got an answer. Why it got none concerns the firm alone. */
export const CLIENT_RESULTS: readonly RequestResult[] = [
  {
    key: 'ok',
    label: t('Answered|result'),
    color: 'var(--orangery-ok)',
    describe: (count) => t('{count, number} answered', { count }),
  },
  {
    key: 'refused',
    label: t('Not answered'),
    color: 'var(--orangery-refused)',
    describe: (count) => t('{count, number} not answered', { count }),
  },
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
