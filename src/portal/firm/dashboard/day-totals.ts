import type { UsageOfDaysFragment } from '../../generated/graphql.ts'

const MINUTES_PER_DAY = 1_440

type Days = UsageOfDaysFragment['days']

/** The requests of a day, with any result. */
export function totalRequests({ ok, refused, limited, failed }: Days[number]): number {
  return ok + refused + limited + failed
}

/** The first of the days with the most requests; null if there were none. */
export function busiestDay(days: Days): { readonly date: string; readonly total: number } | null {
  const totals = days.map((day) => ({ date: day.date, total: totalRequests(day) }))
  const max = Math.max(0, ...totals.map(({ total }) => total))
  return max === 0 ? null : (totals.find(({ total }) => total === max) ?? null)
}

/** The requests that the rate limit rejected. */
export function limitedRequests({ days }: { readonly days: Days }): number {
  return days.reduce((sum, { limited }) => sum + limited, 0)
}

/** The average requests per minute of the busiest day. */
export function busiestAverage(days: Days): number {
  return (busiestDay(days)?.total ?? 0) / MINUTES_PER_DAY
}

/** A rate as a percentage of the limit, at most 100. */
export function shareOfLimit(perMinute: number, requestsPerMinute: number): number {
  return Math.min(100, (perMinute / requestsPerMinute) * 100)
}
