import type { UsageOfDaysFragment } from '../generated/graphql.ts'

export const MINUTES_A_DAY = 1_440

type Days = UsageOfDaysFragment['days']

/** All requests of a day. */
export function totalOf({ ok, refused, limited, failed }: Days[number]): number {
  return ok + refused + limited + failed
}

/** The day with the most requests; null where there was none. */
export function busiestOf(days: Days): { readonly date: string; readonly total: number } | null {
  const totals = days.map((day) => ({ date: day.date, total: totalOf(day) }))
  const most = Math.max(0, ...totals.map(({ total }) => total))
  return most === 0 ? null : (totals.find(({ total }) => total === most) ?? null)
}

/** Requests that the rate limit refused. */
export function limitedOf({ days }: Pick<UsageOfDaysFragment, 'days'>): number {
  return days.reduce((sum, { limited }) => sum + limited, 0)
}
