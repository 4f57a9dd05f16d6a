/** The maximum number of characters of a text about an asset, and of a long text: the description or the notes. */
export const MAX_TEXT = 500
export const MAX_LONG_TEXT = 20_000

/** Whether a text can be stored and sent: PostgreSQL stores no NUL, and UTF-8 has no lone surrogates. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** The number of Unicode code points. */
export function characterCount(text: string): number {
  return [...text].length
}

/**
 * The text with A to Z in lower case, and nothing else changed. `toLowerCase` makes other letters ASCII as well:
 * U+212A, the Kelvin sign, becomes k.
 */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** The text with a to z in capitals, and nothing else changed: `toUpperCase` makes U+017F an S, and ß two. */
export function upperAscii(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}
