import { GatewayError } from '../../errors.ts'

const LONGEST = 200
// Control characters, halves of surrogate pairs, and the two separators that break a line.
const UNWRITABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u

/** A name as it is kept: without outer spaces, 1–200 characters. Throws `invalid_parameter`. */
export function parseName(text: string, parameter = 'name'): string {
  return parseLine(text, parameter, LONGEST)
}

/** A line of text without outer spaces, 1 to `longest` characters. Throws `invalid_parameter`. */
export function parseLine(text: string, parameter: string, longest: number): string {
  const name = text.trim()
  // Two units a character at most: a text past that is too long without counting it.
  const fits = name.length <= 2 * longest && [...name].length <= longest
  if (name === '' || !fits || UNWRITABLE.test(name)) {
    throw new GatewayError(
      'invalid_parameter',
      `${parameter} takes 1 to ${longest} characters, no control characters among them.`,
    )
  }
  return name
}
