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
