const DECIMAL = /^-?(0|[1-9]\d{0,17})(\.\d{1,10})?$/

/** A decimal in plain notation, with at most 18 digits before the point and 10 after; null for any other text. */
export function parseDecimal(text: string): string | null {
  return DECIMAL.test(text) ? text : null
}

/** An amount as the wire has it: at least two places, no further zeros. */
export function formatMoney(amount: string): string {
  const [whole, places = ''] = amount.split('.')
  return `${whole}.${places.replace(/0+$/, '').padEnd(2, '0')}`
}

/** A quantity as the wire has it: no needless places. */
export function formatQuantity(quantity: string): string {
  return quantity.includes('.') ? quantity.replace(/\.?0+$/, '') : quantity
}

/** The exact sum of decimals. */
export function addDecimals(decimals: readonly string[]): string {
  const places = Math.max(0, ...decimals.map((decimal) => (decimal.split('.')[1] ?? '').length))
  const sum = decimals.reduce((total, decimal) => total + scaled(decimal, places), 0n)
  if (places === 0) return sum.toString()
  const digits = (sum < 0n ? -sum : sum).toString().padStart(places + 1, '0')
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

function scaled(decimal: string, places: number): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}
