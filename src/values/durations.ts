export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const MINUTE = MINUTE_MS / SECOND_MS
const HOUR = HOUR_MS / SECOND_MS
const DAY = DAY_MS / SECOND_MS

/** "about 15 minutes", from seconds. */
export function formatWait(seconds: number): string {
  if (seconds <= 1.5 * MINUTE) return 'about a minute'
  if (seconds <= 1.5 * HOUR) return `about ${Math.ceil(seconds / MINUTE)} minutes`
  if (seconds <= 1.5 * DAY) return `about ${Math.ceil(seconds / HOUR)} hours`
  return `about ${Math.ceil(seconds / DAY)} days`
}

export const USAGE_DAYS = 400

/**
 * Whether the counts of all requests since this instant are still stored. If not, a missing count does not mean that
 * there was no request. The requests of an hour have one count, whose age is that of the start of the hour.
 */
export function isWithinUsageDays(since: Date, now: Date): boolean {
  const hour = Math.floor(since.getTime() / HOUR_MS) * HOUR_MS
  return hour > now.getTime() - USAGE_DAYS * DAY_MS
}

/** How many days the requests of a key are shown. */
export const REQUEST_LOG_DAYS = 7

/** The longest wait of a request for a change, in seconds. */
export const MAX_WAIT_SECONDS = 30
