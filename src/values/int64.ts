const MIN = -(2n ** 63n)
const MAX = 2n ** 63n - 1n

/** The 64-bit integer of a text of decimal digits; null for any other text. */
export function parseInt64(text: string): bigint | null {
  if (!/^-?(0|[1-9]\d{0,18})$/.test(text) || text === '-0') return null
  const value = BigInt(text)
  return value >= MIN && value <= MAX ? value : null
}
