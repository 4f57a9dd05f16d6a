import { GatewayError } from '../../errors.ts'

const MAX_URLS = 10
const MAX_LENGTH = 2_000

// A browser reads a backslash as a slash, and drops line breaks and tabs. An @ in the host would make what is before it a
// credential.
const FORM = /^https:\/\/[^/?#@\\\s\p{C}]+(?:[/?][^#\\\s\p{C}]*)?$/iu

/** The parameters that an answer adds to the address. */
export const CONNECTION_PARAMETER = 'connection'
export const STATE_PARAMETER = 'state'

/**
 * The return addresses of a key without duplicates, in the form in which they are stored: that of a serialized URL.
 * Throws `invalid_parameter`.
 */
export function parseReturnUrls(texts: readonly string[]): string[] {
  if (texts.length > MAX_URLS) throw invalidUrl(`at most ${MAX_URLS} addresses.`)
  return [...new Set(texts.map(parseReturnUrl))]
}

function parseReturnUrl(text: string): string {
  const typed = text.trim()
  if (typed.length > MAX_LENGTH || !FORM.test(typed)) throw invalidUrl()
  const { href, searchParams } = parsed(typed)
  // The serialized form can be longer: characters that are not of ASCII are percent-encoded.
  if (href.length > MAX_LENGTH) throw invalidUrl()
  const taken = [CONNECTION_PARAMETER, STATE_PARAMETER].find((name) => searchParams.has(name))
  if (taken) throw invalidUrl(`addresses without the parameter ${taken}, which the answer adds.`)
  return href
}

// Not `URL.canParse`: in Node 20 it refuses some texts beyond ASCII once the code around it was optimized.
function parsed(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw invalidUrl()
  }
}

function invalidUrl(
  reason = `https addresses of at most ${MAX_LENGTH} characters, without credentials, backslashes, spaces or a fragment, such as https://firm.example/connected.`,
) {
  return new GatewayError('invalid_parameter', `returnUrls takes ${reason}`)
}
