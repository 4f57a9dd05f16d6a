import { GatewayError } from '../errors.ts'

const MAX_LENGTH = 200
// Control characters, halves of surrogate pairs, the two separators that break a line, and signs that
// turn the direction of the text after them: what a client agrees to could be made to read otherwise.
const UNWRITABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

/** A name as it is kept: without outer spaces, 1–200 characters. Throws `invalid_parameter`. */
export function parseName(text: string, parameter = 'name'): string {
  return parseLine(text, parameter, MAX_LENGTH)
}

/** A line of text without outer spaces, 1 to `longest` characters. Throws `invalid_parameter`. */
export function parseLine(text: string, parameter: string, longest: number): string {
  const name = text.trim()
  // Two units a character at most: a text past that is too long without counting it.
  const fits = name.length <= 2 * longest && [...name].length <= longest
  if (name === '' || !fits || UNWRITABLE.test(name)) {
    throw new GatewayError(
      'invalid_parameter',
      `${parameter} takes 1 to ${longest} characters, none that break lines or turn the direction of text.`,
    )
  }
  return name
}
