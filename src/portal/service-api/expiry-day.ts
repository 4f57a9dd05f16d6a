/** The end of a day (YYYY-MM-DD) where the reader is, as an instant; null for no day. */
export function endOfDay(day: string): string | null {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return null
  return new Date(year, month - 1, date + 1).toISOString()
}

/** The day after today where the reader is, YYYY-MM-DD. */
export function tomorrow(now: Date = new Date()): string {
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  const digits = (number: number) => String(number).padStart(2, '0')
  return `${next.getFullYear()}-${digits(next.getMonth() + 1)}-${digits(next.getDate())}`
}
