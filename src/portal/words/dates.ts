export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** The last day that a field for a date takes: an instant has four digits for its year, in each time zone. */
export const LAST_DAY = '9999-12-30'

const DATE = /^\d{4}-\d\d-\d\d$/

/** The last second of a day (YYYY-MM-DD) in the user's time zone, as RFC 3339; null if it is not a date. */
export function endOfDay(day: string): string | null {
  if (!DATE.test(day)) return null
  const end = new Date(`${day}T23:59:59`)
  return dateOf(end) === day ? end.toISOString() : null
}

/** The current date in the user's time zone, YYYY-MM-DD. */
export function today(now: number): string {
  return dateOf(new Date(now))
}

/** The day after `today`. */
export function tomorrow(now: number): string {
  const day = new Date(now)
  return dateOf(new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1))
}

/** The date so many days after a date, both YYYY-MM-DD. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The instant so many days from now, as RFC 3339. */
export function daysFromNow(days: number, now: number): string {
  return new Date(now + days * DAY_MS).toISOString()
}

function dateOf(date: Date): string {
  const pad = (number: number, length = 2) => String(number).padStart(length, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}
