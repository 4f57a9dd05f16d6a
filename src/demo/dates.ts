/** The instant so many days later, or earlier, at a whole minute. */
export function daysAfter(date: Date, days: number): Date {
  return new Date(Math.floor(date.getTime() / 60_000 + days * 24 * 60) * 60_000)
}

/** The same day and hour so many years later. */
export function yearsAfter(date: Date, years: number): Date {
  const later = new Date(date)
  later.setUTCFullYear(date.getUTCFullYear() + years)
  return later
}

/** The date alone, `YYYY-MM-DD`. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
