/** The reader's own way of writing dates, amounts and numbers. */
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const NUMBER = new Intl.NumberFormat()
const MEAN = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
const LIST = new Intl.ListFormat()
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 })
const DECIMAL = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 })

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export const dateInWords = (instant: string) => DATE.format(new Date(instant))
export const instantInWords = (instant: string) => DATE_TIME.format(new Date(instant))
export const numberInWords = (number: number) => NUMBER.format(number)

/** To a tenth; what is less, but something, says so. */
export function meanInWords(mean: number): string {
  return mean > 0 && mean < 0.1 ? `under ${MEAN.format(0.1)}` : MEAN.format(mean)
}

/** A calendar date, which is the same day everywhere. */
export function dayInWords(date: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(date),
  )
}

/** How long ago or in how long: "2 days ago", "in 3 hours". */
export function distanceInWords(instant: string, now: Date = new Date()): string {
  const seconds = Math.round((new Date(instant).getTime() - now.getTime()) / 1000)
  const [unit, size] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return RELATIVE.format(Math.trunc(seconds / size), unit)
}

/** An amount as the reader writes it. Exact: the text goes to Intl as it is, not through a number. */
export function moneyInWords({ amount, currency }: { amount: string; currency: string }): string {
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency })
  return isNumeric(amount) ? format.format(amount) : `${amount} ${currency}`
}

/** A decimal that came as text, exact; other text as it is. */
export function decimalInWords(text: string): string {
  return isNumeric(text) ? DECIMAL.format(text) : text
}

/** "heirs_missing" is "Heirs missing". */
export function codeInWords(code: string): string {
  const text = code.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function isNumeric(text: string): text is `${number}` {
  return text !== '' && Number.isFinite(Number(text))
}

/** "Art, Coins and Wine". Of more than are given, "Art, Coins and 3 more": `count` is of all. */
export function listInWords(names: readonly string[], count: number = names.length): string {
  const more = count - names.length
  return LIST.format(more > 0 ? [...names, `${numberInWords(more)} more`] : names)
}

/** Of a hundred: 50 is "50%". */
export const percentInWords = (share: number) => PERCENT.format(share / 100)
