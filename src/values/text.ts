/** The text with A to Z in lower case, and nothing else changed: `toLowerCase` makes U+212A, the Kelvin sign, a k. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** The text with a to z in capitals, and nothing else changed: `toUpperCase` makes U+017F an S, and ß two. */
export function upperAscii(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}

/** The name of a member in snake_case: `expires_at` for `expiresAt`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Control characters, and what moves the end of a line. A text of a caller could control a terminal with them. */
export const CONTROLS = /[\p{C}\u2028\u2029]/gu
