/** A decimal in plain notation. */
export const DECIMAL = /^-?(0|[1-9]\d{0,17})(\.\d{1,10})?$/

/** A decimal in plain notation, with at most 18 digits before the point and 10 after; null for any other text. */
export function parseDecimal(text: string): string | null {
  return DECIMAL.test(text) ? text : null
}

/**
 * A decimal without trailing zeros after the point, so that equal decimals are equal texts. Returns any other text
 * unchanged.
 */
export function canonicalDecimal(text: string): string {
  return /^\d+\.\d+$/.test(text) ? formatQuantity(text) : text
}

/** Below 0 where the first is less, above 0 where it is more, 0 where they are equal. */
export function compareDecimals(one: string, other: string): number {
  const difference = addDecimals([one, `-${other}`])
  return Number(difference)
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
