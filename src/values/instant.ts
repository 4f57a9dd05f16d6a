import { invalidParameter } from '../errors.ts'

const EXTENDED =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/
const BASIC =
  /^(\d{4})(\d\d)(\d\d)(?:[Tt](\d\d)(\d\d)(?:(\d\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/

export const INSTANT_PATTERN = `${EXTENDED.source}|${BASIC.source}`

export const ACCEPTED_INSTANT =
  'an ISO 8601 instant such as 2026-11-20T09:30:00Z or 20261120T093000+0100 (UTC without an offset), or a date'

/**
 * The instant of an ISO 8601 text in the extended or the basic format, truncated to milliseconds. Seconds and their
 * fraction may be absent. The offset is `Z`, `+hh:mm`, `+hhmm` or `+hh`; without one, the time is in UTC. A date
 * without a time is midnight UTC. Null for any other text, for a date that does not exist, and for years before 0001.
 */
export function parseInstant(text: string): Date | null {
  const match = EXTENDED.exec(text) ?? BASIC.exec(text)
  if (!match) return null
  const [
    ,
    year = '',
    month = '',
    day = '',
    hour = '00',
    minute = '00',
    second = '00',
    fraction = '',
    zone = 'Z',
  ] = match
  const date = `${year}-${month}-${day}`
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const local = new Date(`${date}T${hour}:${minute}:${second}.${milliseconds}Z`)
  const offset = offsetMinutes(zone)
  if (year === '0000' || Number.isNaN(local.getTime()) || offset === null) return null
  // `Date` takes the 30th of February for the 2nd of March, and 24:00 for the next day.
  if (!local.toISOString().startsWith(date)) return null
  const instant = new Date(local.getTime() - offset * 60_000)
  return instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999 ? instant : null
}

/** An instant in the form of the API, from PostgreSQL's text. A page has hundreds: cutting is faster than parsing. */
export function formatInstant(text: string): string {
  const end = text.endsWith('+00') ? -3 : -6
  if (end === -6 && !text.endsWith('+00:00')) return new Date(text).toISOString()
  const fraction = text.slice(20, end).slice(0, 3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}

/** The latest of these instants. */
export function latest(first: Date, ...others: readonly (Date | null)[]): Date {
  return others.reduce<Date>((last, each) => (each && each > last ? each : last), first)
}

/** Whether a text is an existing date, YYYY-MM-DD. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && parseInstant(text) !== null
}

/** The text of an existing date, YYYY-MM-DD; null for any other text. */
export function parseDate(text: string): string | null {
  return isDate(text) ? text : null
}

function offsetMinutes(zone: string): number | null {
  if (zone === 'Z' || zone === 'z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', ''))
  if (hours > 23 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

const LAST_YEAR = 9999

/** The expiry, or null for none. Throws `invalid_parameter` unless it is after `now`. */
export function requireFutureExpiry(expiresAt: Date | null | undefined, now: Date): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null
  if (expiresAt > now && expiresAt.getUTCFullYear() <= LAST_YEAR) return expiresAt
  throw invalidParameter('expiresAt takes an instant in the future.')
}
