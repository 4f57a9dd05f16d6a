import type { UsageOfDaysFragment } from '../../generated/graphql.ts'

/** A result of requests, as a part of the bars. */
export interface RequestResult {
  readonly key: 'ok' | 'refused' | 'limited' | 'failed'
  readonly label: string
  readonly color: string
}

/** The results of a request, in the order in which the bars are stacked. */
export const REQUEST_RESULTS: readonly RequestResult[] = [
  { key: 'ok', label: 'Successful', color: 'var(--orangery-ok)' },
  { key: 'refused', label: 'Rejected', color: 'var(--orangery-refused)' },
  { key: 'limited', label: 'Rate limited', color: 'var(--orangery-limited)' },
  { key: 'failed', label: 'Failed', color: 'var(--orangery-failed)' },
]

/** For the client: whether the firm got an answer. Why it got none concerns the firm alone. */
export const CLIENT_RESULTS: readonly RequestResult[] = [
  { key: 'ok', label: 'Answered', color: 'var(--orangery-ok)' },
  { key: 'refused', label: 'Not answered', color: 'var(--orangery-refused)' },
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
