import { GatewayError } from '../errors.ts'

const MAX_LENGTH = 200
// Control characters, lone surrogates, line and paragraph separators, and text-direction controls.
// These could change how a name reads where a client agrees to something.
const FORBIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

/** Parses a name: trims it, and requires 1 to 200 characters. Throws `invalid_parameter`. */
export function parseName(text: string, parameter = 'name'): string {
  return parseLine(text, parameter, MAX_LENGTH)
}

/** Parses one line of text: trims it, and requires 1 to `maxLength` characters. Throws `invalid_parameter`. */
export function parseLine(text: string, parameter: string, maxLength: number): string {
  const name = text.trim()
  // A character has at most two UTF-16 units, so a longer text need not be counted.
  const fits = name.length <= 2 * maxLength && [...name].length <= maxLength
  if (name === '' || !fits || FORBIDDEN.test(name)) {
    throw new GatewayError(
      'invalid_parameter',
      `${parameter} must be 1 to ${maxLength} characters, without line breaks or text-direction control characters.`,
    )
  }
  return name
}
