const MIN = -(2n ** 63n)
const MAX = 2n ** 63n - 1n

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

/** The 64-bit integer of a text of decimal digits; null for any other text. */
export function parseInt64(text: string): bigint | null {
  if (!/^-?(0|[1-9]\d{0,18})$/.test(text) || text === '-0') return null
  const value = BigInt(text)
  return value >= MIN && value <= MAX ? value : null
}
