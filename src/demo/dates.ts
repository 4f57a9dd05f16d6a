/** The instant that many days later (or earlier, if negative), cut to the minute. */
export function daysAfter(date: Date, days: number): Date {
  return new Date(Math.floor(date.getTime() / 60_000 + days * 24 * 60) * 60_000)
}

/** The same day and time that many years later. */
export function yearsAfter(date: Date, years: number): Date {
  const later = new Date(date)
  later.setUTCFullYear(date.getUTCFullYear() + years)
  return later
}

/** The date in UTC, `YYYY-MM-DD`. */
export function formatDate(date: Date): string {
  return date.toISOString().slice(0, 10)
}
