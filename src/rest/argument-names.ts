import { GatewayError } from '../errors.ts'

// The arguments that are not the same words in REST. They are replaced only where a message begins with them: `after`
// is an English word as well.
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['first takes', 'page_size takes'],
  ['after takes', 'cursor takes'],
])

/**
 * Returns the function that writes the names of REST's parameters into an error of an operation. The schema's messages
 * have the names of GraphQL's arguments: `minValue`, not `min_value`.
 */
export function namesOfRest(parameters: ReadonlySet<string>): (thrown: unknown) => unknown {
  const nameOf = (word: string) => {
    const name = word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return parameters.has(name) ? name : word
  }
  return (thrown) => {
    if (!(thrown instanceof GatewayError)) return thrown
    const { code, headers, cause } = thrown
    const message = thrown.message
      .replace(/^[a-z]+ takes/, (start) => RENAMED.get(start) ?? start)
      .replace(/\b[a-z]+[A-Z][A-Za-z]*\b/g, nameOf)
    return message === thrown.message
      ? thrown
      : new GatewayError(code, message, { headers: { ...headers }, cause })
  }
}
