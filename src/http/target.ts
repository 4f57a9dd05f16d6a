import type { IncomingMessage } from 'node:http'
import { GatewayError } from '../errors.ts'

/** Where a request goes. It is parsed once, before anything else: nothing parses the URL again. */
export interface Target {
  readonly path: string
  /** All after the first `?`, still encoded; empty where there is none. */
  readonly query: string
}

// Everything that is visible ASCII, without `#`: a fragment is never sent, and not every parser
// would cut it off at the same place.
const VISIBLE = /^[!"$-~]+$/
const SCHEME = /^https?:\/\//i
const HOST = /^(?:[\w.~-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * The target of a request, and the one host that it names. Throws `malformed_request` where two
 * readers could take the request to go to different places.
 */
export function parseTarget({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>) {
  const host = parseHost(rawHeaders)
  if (!VISIBLE.test(url)) throw malformed('The target takes visible ASCII characters, without #.')
  return splitPath(SCHEME.test(url) ? fromAbsolute(url, host) : url)
}

/** The target as a URL without scheme and host. */
export function urlOf({ path, query }: Target): string {
  return query === '' ? path : `${path}?${query}`
}

// Node gives the first `Host` to a reader, and a proxy may have read the second.
function parseHost(rawHeaders: readonly string[]): string {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  )
  const [host = '', ...others] = values
  if (others.length > 0) throw malformed('The request has more than one Host header.')
  if (host === '') throw malformed('The request needs a Host header.')
  if (!HOST.test(host) || !URL.canParse(`http://${host}`))
    throw malformed('Host takes a name or an address, and a port.')
  return host
}

// A client may send the whole URL, as it does to a proxy. It has to name the same host, letter for
// letter, which leaves no room for a user name or a second port.
function fromAbsolute(url: string, host: string): string {
  const rest = url.replace(SCHEME, '')
  const slash = rest.indexOf('/')
  const authority = slash === -1 ? rest : rest.slice(0, slash)
  if (authority.toLowerCase() !== host.toLowerCase())
    throw malformed('The target and the Host header name different hosts.')
  return slash === -1 ? '/' : rest.slice(slash)
}

function splitPath(text: string): Target {
  const mark = text.indexOf('?')
  const path = mark === -1 ? text : text.slice(0, mark)
  if (!path.startsWith('/') || path.includes('\\'))
    throw malformed('The target takes a path that begins with /, and no backslash in it.')
  return { path, query: mark === -1 ? '' : text.slice(mark + 1) }
}

function malformed(message: string): GatewayError {
  // What follows on this connection may be read wrongly as well.
  return new GatewayError('malformed_request', message, { headers: { Connection: 'close' } })
}
