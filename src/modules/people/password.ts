import { GatewayError } from '../../errors.ts'

const LEAST = 12
const MOST = 128
/** A character is at most two units of a text. */
export const MOST_UNITS = 2 * MOST

/** A password as it is set: 12 to 128 characters, any of them. Throws `invalid_parameter`. */
export function parsePassword(text: string, parameter = 'password'): string {
  const length = text.length <= MOST_UNITS ? [...text].length : Number.POSITIVE_INFINITY
  const writable = !/[\p{Cs}\0]/u.test(text)
  if (length >= LEAST && length <= MOST && writable) return text
  throw new GatewayError('invalid_parameter', `${parameter} takes ${LEAST} to ${MOST} characters.`)
}
