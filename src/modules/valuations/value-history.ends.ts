import { GatewayError } from '../../errors.ts'

export type Interval = 'month' | 'quarter' | 'year'

/** The most points of one history: 20 years of months. */
export const MAX_POINTS = 240
const DEFAULT_POINTS = 12
const MONTHS: Record<Interval, number> = { month: 1, quarter: 3, year: 12 }

export interface HistoryArgs {
  readonly interval: Interval
  readonly from?: Date | null | undefined
  readonly to?: Date | null | undefined
}

/**
 * The ends of the calendar's intervals in UTC after `from`, up to `to` and up to now, in order. An end is the first
 * instant of the next interval. Throws `invalid_parameter` for a range that ends before it begins, and for too many
 * points.
 */
export function intervalEnds({ interval, from, to }: HistoryArgs, now: Date): Date[] {
  const last = intervalOf(to && to < now ? to : now, interval)
  if (from && from >= (to ?? now))
    throw new GatewayError('invalid_parameter', 'from takes an instant before to, or before now.')
  // The first interval of the year 1 is the earliest that an instant can be in.
  const earliest = 12 / MONTHS[interval]
  const begin = from ? intervalOf(from, interval) : Math.max(last - DEFAULT_POINTS, earliest)
  const count = Math.max(0, last - begin)
  if (count > MAX_POINTS)
    throw new GatewayError(
      'invalid_parameter',
      `from and to take a range of at most ${MAX_POINTS} intervals. Ask for a shorter range or a longer interval.`,
    )
  return Array.from({ length: count }, (_, i) => beginOf(begin + 1 + i, interval))
}

// Intervals are counted from the year 0.
function intervalOf(instant: Date, interval: Interval): number {
  const months = instant.getUTCFullYear() * 12 + instant.getUTCMonth()
  return Math.floor(months / MONTHS[interval])
}

// `Date.UTC` takes the years 0 to 99 for those of the 20th century.
function beginOf(at: number, interval: Interval): Date {
  const months = at * MONTHS[interval]
  const begin = new Date(0)
  begin.setUTCFullYear(Math.floor(months / 12), months % 12, 1)
  return begin
}
