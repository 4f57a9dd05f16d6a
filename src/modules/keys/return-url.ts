import { invalidParameter } from '../../errors.ts'
import { readHttpsAddress } from '../../values/https-address.ts'

const MAX_URLS = 10
const MAX_LENGTH = 2_000

/** The parameters that an answer adds to the address. */
export const CONNECTION_PARAMETER = 'connection'
export const STATE_PARAMETER = 'state'

/** The return addresses of a key without duplicates, each as a serialized URL. Throws `invalid_parameter`. */
export function parseReturnUrls(texts: readonly string[]): string[] {
  if (texts.length > MAX_URLS) throw invalidUrl(`at most ${MAX_URLS} addresses.`)
  return [...new Set(texts.map(parseReturnUrl))]
}

function parseReturnUrl(text: string): string {
  const url = readHttpsAddress(text, MAX_LENGTH)
  if (url === null) throw invalidUrl()
  const taken = [CONNECTION_PARAMETER, STATE_PARAMETER].find((name) => url.searchParams.has(name))
  if (taken) throw invalidUrl(`addresses without the parameter ${taken}, which the answer adds.`)
  return url.href
}

function invalidUrl(
  reason = `https addresses of at most ${MAX_LENGTH} characters, without credentials, backslashes, spaces or a fragment, such as https://firm.example/connected.`,
) {
  return invalidParameter(`returnUrls takes ${reason}`)
}
