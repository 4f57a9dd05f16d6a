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
