import { type GatewayError, invalidParameter } from '../errors.ts'
import { isCleanText } from '../values/text-rules.ts'

/**
 * The parameters of a query string. Throws `invalid_parameter` for a repeated one, and for text that is not
 * percent-encoded UTF-8: unreadable parameters must not be ignored.
 */
export function parseQuery(query: string): Record<string, string> {
  const parameters = new Map<string, string>()
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    if (parameters.has(name)) throw invalidQuery(`${printable(name)} is given more than once`)
    parameters.set(name, equals === -1 ? '' : decode(pair.slice(equals + 1), name))
  }
  return Object.fromEntries(parameters)
}

/** A name from a caller if it is safe to quote, or else a neutral phrase. */
export function printable(name: string): string {
  return /^[\w.[\]-]{1,40}$/.test(name) ? name : 'a parameter'
}

function decode(text: string, name = 'a parameter name'): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidQuery(`${printable(name)} is not percent-encoded UTF-8`)
  }
  if (!isCleanText(decoded))
    throw invalidQuery(`${printable(name)} contains a NUL character or an incomplete character`)
  return decoded
}

function invalidQuery(reason: string): GatewayError {
  return invalidParameter(`Invalid parameter: ${reason}.`)
}
