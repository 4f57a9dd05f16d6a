export const DECIMAL = /^-?(0|[1-9]\d{0,17})(\.\d{1,10})?$/

export const ACCEPTED_DECIMAL =
  'a decimal in plain digits, such as 1250.00, with at most 18 digits before the point and 10 after it'

/** A decimal in plain notation, with at most 18 digits before the point and 10 after; null for any other text. */
export function parseDecimal(text: string): string | null {
  return DECIMAL.test(text) ? text : null
}

/** A decimal without trailing zeros after the point, so that equal decimals are equal texts. Any other text stays. */
export function canonicalDecimal(text: string): string {
  return /^\d+\.\d+$/.test(text) ? formatQuantity(text) : text
}

/** Below 0 where the first is less, above 0 where it is more, 0 where they are equal. */
export function compareDecimals(one: string, other: string): number {
  return Number(addDecimals([one, `-${other}`]))
}

/** An amount as it is sent: at least two decimal places, without further trailing zeros. */
export function formatMoney(amount: string): string {
  const [whole, places = ''] = amount.split('.')
  return `${whole}.${withoutTrailingZeros(places).padEnd(2, '0')}`
}

/** A quantity as it is sent: without trailing zeros. */
export function formatQuantity(quantity: string): string {
  const [whole = '', places = ''] = quantity.split('.')
  const significant = withoutTrailingZeros(places)
  return significant === '' ? whole : `${whole}.${significant}`
}

// A regular expression such as /0+$/ takes quadratic time: it starts again at every zero.
function withoutTrailingZeros(places: string): string {
  let end = places.length
  while (places[end - 1] === '0') end -= 1
  return places.slice(0, end)
}

/** The exact sum of decimals. */
export function addDecimals(decimals: readonly string[]): string {
  const places = Math.max(0, ...decimals.map((decimal) => (decimal.split('.')[1] ?? '').length))
  const sum = decimals.reduce((total, decimal) => total + toScaledInteger(decimal, places), 0n)
  if (places === 0) return sum.toString()
  const digits = (sum < 0n ? -sum : sum).toString().padStart(places + 1, '0')
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

function toScaledInteger(decimal: string, places: number): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

// A sign, digits, digits after the point, an exponent.
const JSON_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
const MAX_DIGITS = 19

/** The 64-bit integer that a JSON number is in any notation, such as 3, 3.0 or 30e-1; null for any other number. */
export function parseJsonInt64(text: string): bigint | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = JSON_NUMBER.exec(text) ?? []
  const digits = `${whole}${fraction}`
  const significant = digits.replace(/^0+/, '')
  if (significant === '') return digits === '' ? null : 0n
  const length = significant.length - fraction.length + Number(exponent)
  if (!(length > 0 && length <= MAX_DIGITS) || /[1-9]/.test(significant.slice(length))) return null
  return parseInt64(`${sign}${significant.slice(0, length).padEnd(length, '0')}`)
}

/** The largest integer of GraphQL. */
export const MAX_INT = 2 ** 31 - 1

/** The 64-bit integer of a text of decimal digits; null for any other text. */
export function parseInt64(text: string): bigint | null {
  if (!/^-?(0|[1-9]\d{0,18})$/.test(text) || text === '-0') return null
  const value = BigInt(text)
  return BigInt.asIntN(64, value) === value ? value : null
}
