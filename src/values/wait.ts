const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "about 15 minutes", from seconds. */
export function formatWait(seconds: number): string {
  if (seconds <= 1.5 * MINUTE) return 'about a minute'
  if (seconds <= 1.5 * HOUR) return `about ${Math.ceil(seconds / MINUTE)} minutes`
  if (seconds <= 1.5 * DAY) return `about ${Math.ceil(seconds / HOUR)} hours`
  return `about ${Math.ceil(seconds / DAY)} days`
}
