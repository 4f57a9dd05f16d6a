import { GatewayError } from '../errors.ts'

const MAX_LENGTH = 200
// Control characters, lone surrogates, line and paragraph separators, and text-direction controls.
// These could change how a name reads where a client agrees to something.
const FORBIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u
const WHITE_SPACE = /\s+/gu
// White space, and characters that show nothing by themselves, such as a zero-width space.
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}]/gu

/** Parses a name, as `parseLine` does with 200 characters. */
export function parseName(text: string, parameter = 'name'): string {
  return parseLine(text, parameter, MAX_LENGTH)
}

/**
 * Parses one line of text of 1 to `maxLength` characters, and normalizes what can be typed in several
 * ways and looks the same: accents are composed (NFC), and white space is one space. The characters
 * themselves stay as they were typed. Throws `invalid_parameter`.
 */
export function parseLine(text: string, parameter: string, maxLength: number): string {
  const typed = text.trim()
  // A character, decomposed or not, has rarely more than four UTF-16 units: a longer text is not composed.
  const accepted = typed.length <= 4 * maxLength && !FORBIDDEN.test(typed)
  const line = accepted ? typed.normalize('NFC').replace(WHITE_SPACE, ' ') : ''
  if (line.replace(INVISIBLE, '') === '' || [...line].length > maxLength) {
    throw new GatewayError(
      'invalid_parameter',
      `${parameter} must be 1 to ${maxLength} characters, without line breaks or text-direction control characters.`,
    )
  }
  return line
}
