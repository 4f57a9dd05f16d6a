/** How many days the counts of requests are stored. */
export const USAGE_DAYS = 400

const DAY_MS = 86_400_000

/**
 * Whether the counts of all requests since this instant are still stored. If not, a missing count does not mean that
 * there was no request.
 */
export function isWithinUsageDays(since: Date, now: Date): boolean {
  return since.getTime() > now.getTime() - USAGE_DAYS * DAY_MS
}
