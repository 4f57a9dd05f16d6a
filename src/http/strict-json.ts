import { isUtf8 } from 'node:buffer'
import { parse } from 'lossless-json'
import { invalidBody } from '../errors.ts'
import { parseJsonInt64 } from '../values/numbers.ts'

/** How JSON numbers are read. `exact`: integers of 64 bits are bigints, in any notation. `plain`: all are numbers. */
export type Numbers = 'exact' | 'plain'

/**
 * The value of a JSON body. A byte order mark is accepted. Throws `invalid_body` for bytes that are not UTF-8, not
 * JSON, nested too deeply, or that give one member two values.
 */
export function parseJsonBytes(bytes: Uint8Array, numbers: Numbers): unknown {
  if (!isUtf8(bytes)) throw invalidBody('The body is not UTF-8.')
  return parseJsonText(new TextDecoder().decode(bytes), numbers, 'The body')
}

/** The same for a text that is already decoded. `what` names it in messages. */
export function parseJsonText(text: string, numbers: Numbers, what: string): unknown {
  try {
    return parse(text, null, {
      parseNumber: (text) => (numbers === 'exact' ? parseJsonInt64(text) : null) ?? Number(text),
    })
  } catch (thrown) {
    throw invalidBody(`${what} ${faultOf(text, thrown)}.`)
  }
}

function faultOf(text: string, thrown: unknown): string {
  if (text.trim() === '') return 'is empty; it takes JSON'
  // Deep nesting overflows the stack of the parser. No valid body is nested so deeply.
  if (thrown instanceof RangeError) return 'is JSON that is nested too deeply'
  return 'is not well-formed JSON, or gives a member two values'
}
