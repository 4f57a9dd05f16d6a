/** How many days the counts of requests are stored. */
export const USAGE_DAYS = 400

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Whether the counts of all requests since this instant are still stored. If not, a missing count does not mean that
 * there was no request. The requests of an hour are counted together, and their count is removed by the start of the
 * hour.
 */
export function isWithinUsageDays(since: Date, now: Date): boolean {
  const hour = Math.floor(since.getTime() / HOUR_MS) * HOUR_MS
  return hour > now.getTime() - USAGE_DAYS * DAY_MS
}
