// A NUL is no text to the database, and half of a surrogate pair is none to anyone.
const BROKEN = /\0/

/** Whether a text can be stored and sent as it stands: no NUL, no lone surrogate. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !BROKEN.test(text)
}

/** The number of characters, as a person counts code points. */
export function characterCount(text: string): number {
  return [...text].length
}
