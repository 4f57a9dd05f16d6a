import { SOURCE } from '../../values/languages.ts'
import { isolate } from '../i18n/isolate.ts'
import { LANGUAGE, LOCALE } from '../i18n/language.ts'
import { t } from '../i18n/text.ts'

const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' })
const DATE_TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })
const CALENDAR_DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })
const NUMBER = new Intl.NumberFormat(LOCALE)
const LIST = new Intl.ListFormat(LOCALE)
const RELATIVE = new Intl.RelativeTimeFormat(LOCALE)
const NOW = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }).format(0, 'second')
const PERCENT = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 2 })
const SHARE = new Intl.NumberFormat(LOCALE, {
  ...{ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 },
})
const CHANGE = new Intl.NumberFormat(LOCALE, {
  ...{ style: 'percent', maximumFractionDigits: 1, signDisplay: 'always' },
})
const DECIMAL = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 20 })

// Each with its seconds, and the number of it that the next unit shows. Terms of 30 and 90 days are
// common, so they stay days.
const UNITS: readonly [Intl.RelativeTimeFormatUnit, seconds: number, end: number][] = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3_600, 24],
  ['day', 86_400, 100],
  ['month', 2_629_746, 12],
]
const YEAR_SECONDS = 31_556_952

const MOMENT = new Intl.DateTimeFormat(LOCALE, {
  ...({ year: 'numeric', month: 'short', day: 'numeric' } as const),
  ...({
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  } as const),
})

/** The zone of all times on the pages, such as "Europe/Berlin". */
export const TIME_ZONE = MOMENT.resolvedOptions().timeZone

/** With milliseconds, as a log has it. */
export const formatMoment = (instant: string) => written(MOMENT, instant)
export const formatDate = (instant: string) => written(DATE, instant)
export const formatDateTime = (instant: string) => written(DATE_TIME, instant)
export const formatNumber = (number: number) => NUMBER.format(number)

function written(format: Intl.DateTimeFormat, instant: string): string {
  return isolate(format.format(new Date(instant)), 'rtl')
}

/** A date without a time (YYYY-MM-DD), the same in every time zone. */
export function formatCalendarDate(date: string): string {
  return written(CALENDAR_DATE, date)
}

/** The last day of a period that ends at this instant, the first of the next one in UTC: a person means that day. */
export function formatLastDay(end: string): string {
  return formatCalendarDate(new Date(Date.parse(end) - 1).toISOString().slice(0, 10))
}

// A source that states a date alone means that date wherever it is read. It is stored as midnight UTC, so an instant
// of exactly midnight UTC is taken for one.
const isDateAlone = (instant: string) => instant.endsWith('T00:00:00.000Z')

/** The date of what a source states to have happened. */
export function formatStatedDate(instant: string): string {
  return isDateAlone(instant) ? formatCalendarDate(instant) : formatDate(instant)
}

/** The same with its time, if it has one. */
export function formatStatedTime(instant: string): string {
  return isDateAlone(instant) ? formatCalendarDate(instant) : formatDateTime(instant)
}

/** -440 is "440 BC". */
export function formatYear(year: number): string {
  return year < 0 ? t('{year} BC', { year: String(-year) }) : String(year)
}

/** "2 days ago", "in 90 days": rounded to the nearest number of the unit. */
export function formatRelativeTime(instant: string, now: number): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000)
  if (seconds === 0) return NOW
  const known = UNITS.find(([, size, end]) => Math.abs(Math.round(seconds / size)) < end)
  const [unit, size] = known ?? (['year', YEAR_SECONDS] as const)
  return RELATIVE.format(Math.round(seconds / size), unit)
}

/** Exact: the amount goes to Intl as text, not through a number. Text that is not a number stays as it is. */
export function formatMoney({ amount, currency }: { amount: string; currency: string }): string {
  const text = isNumeric(amount) ? moneyFormatOf(currency).format(amount) : `${amount} ${currency}`
  return isolate(text, 'ltr')
}

const MONEY = new Map<string, Intl.NumberFormat>()

// A format takes longer to create than a hundred amounts to write, and a portfolio has one currency.
function moneyFormatOf(currency: string): Intl.NumberFormat {
  const known = MONEY.get(currency)
  if (known) return known
  const created = new Intl.NumberFormat(LOCALE, { style: 'currency', currency })
  MONEY.set(currency, created)
  return created
}

/** "+US$1,200.00 (+3.2%)". The part is from 0 on; null for none. */
export function formatSigned(money: { amount: string; currency: string }, part: number | null) {
  const text = `${money.amount.startsWith('-') ? '' : '+'}${formatMoney(money)}`
  return isolate(part === null ? text : `${text} (${CHANGE.format(part)})`, 'ltr')
}

/** Exact, like `formatMoney`. */
export function formatDecimal(text: string): string {
  return isNumeric(text) ? DECIMAL.format(text) : text
}

/** The label of a code, if it has one. For codes of an open list: names such as "constructor" have none. */
export function findLabel(
  labels: Readonly<Record<string, string>>,
  code: string,
): string | undefined {
  return Object.hasOwn(labels, code) ? labels[code] : undefined
}

function isNumeric(text: string): text is `${number}` {
  return text !== '' && Number.isFinite(Number(text))
}

/** "Art, Coins and Wine". If `count` is more than the names, "Art, Coins and 3 more". */
export function formatList(names: readonly string[], count: number = names.length): string {
  const more = count - names.length
  const parts = names.map((name) => isolate(name, 'auto'))
  return LIST.format(more > 0 ? [...parts, t('{more} more', { more: formatNumber(more) })] : parts)
}

/** A label within a sentence, where English writes it small. */
export function inSentence(label: string): string {
  return LANGUAGE === SOURCE ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** 0.5 is "50.0%": in a column, the points are below each other. */
export const formatShare = (part: number) => SHARE.format(part)

/** 50 is "50%". */
export const formatPercent = (percent: number) => PERCENT.format(percent / 100)
