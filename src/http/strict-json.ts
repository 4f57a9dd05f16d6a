import { parse } from 'lossless-json'
import { GatewayError } from '../errors.ts'
import { parseJsonInt64 } from '../values/numbers.ts'

/**
 * The JavaScript values of JSON numbers. `exact`: integers of 64 bits are bigints, in any notation. `plain`: all are
 * numbers.
 */
export type Numbers = 'exact' | 'plain'

/**
 * The value of a JSON body. A byte order mark is accepted. Throws `invalid_body` for bytes that are not UTF-8, not
 * JSON, nested too deeply, or that give one member two values. `what` names the body in messages.
 */
export function parseJsonBytes(bytes: Uint8Array, numbers: Numbers, what = 'The body'): unknown {
  return parseJsonText(decodeText(bytes, what), numbers, what)
}

/** The same for a text that is already decoded. */
export function parseJsonText(text: string, numbers: Numbers, what: string): unknown {
  try {
    return parse(text, null, {
      parseNumber: (text) => (numbers === 'exact' ? parseJsonInt64(text) : null) ?? Number(text),
    })
  } catch {
    // Deep nesting overflows the parser's stack. No valid body is nested so deeply, so this error is `invalid_body` as
    // well.
    throw invalidBody(`${what} is not well-formed JSON, or gives a member two values.`)
  }
}

function decodeText(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidBody(`${what} is not UTF-8.`)
  }
}

function invalidBody(message: string): GatewayError {
  return new GatewayError('invalid_body', message)
}
