import type { IncomingMessage } from 'node:http'
import { GatewayError } from '../errors.ts'

/** The target of a request. It is parsed once, before all other work. */
export interface Target {
  readonly path: string
  /** The text after the first `?`, still encoded; empty if there is none. */
  readonly query: string
}

// Visible ASCII without `#`: clients never send a fragment, and parsers cut it at different places.
const VISIBLE = /^[!"$-~]+$/
const SCHEME = /^https?:\/\//i
const HOST = /^(?:[\w.~-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Throws `malformed_request` if a proxy and the gateway could read different hosts or paths from the request. */
export function parseTarget({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>) {
  const host = parseHost(rawHeaders)
  if (!VISIBLE.test(url)) throw malformed('The target takes visible ASCII characters, without #.')
  return splitPath(SCHEME.test(url) ? fromAbsolute(url, host) : url)
}

/** The path of a target that may be malformed, for the form of its error; empty if there is none. */
export function pathIn(target: string): string {
  const [, path = ''] = /^(?:https?:\/\/[^/?#\\]*)?(\/[!"$->@-[\]-~]*)/i.exec(target) ?? []
  return path
}

/** The target as a URL without scheme and host. */
export function urlOf({ path, query }: Target): string {
  return query === '' ? path : `${path}?${query}`
}

// Of two `Host` headers Node takes the first, and a proxy may have taken the second.
function parseHost(rawHeaders: readonly string[]): string {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  )
  const [host = '', ...others] = values
  if (others.length > 0) throw malformed('The request has more than one Host header.')
  if (host === '') throw malformed('The request needs a Host header.')
  if (!HOST.test(host) || !URL.canParse(`http://${host}`))
    throw malformed('Host takes a name or an address, and optionally a port.')
  return host
}

// A client may send an absolute URL. Its authority must be the text of `Host`: no user name and no other port.
function fromAbsolute(url: string, host: string): string {
  const rest = url.replace(SCHEME, '')
  const [authority = ''] = rest.split(/[/?]/, 1)
  if (authority.toLowerCase() !== host.toLowerCase())
    throw malformed('The target and the Host header name different hosts.')
  return `/${rest.slice(authority.length).replace('/', '')}`
}

function splitPath(text: string): Target {
  const mark = text.indexOf('?')
  const path = mark === -1 ? text : text.slice(0, mark)
  if (!path.startsWith('/') || path.includes('\\'))
    throw malformed('The target takes a path that begins with /, and no backslash in it.')
  return { path, query: mark === -1 ? '' : text.slice(mark + 1) }
}

function malformed(message: string): GatewayError {
  // The next request on this connection could be misread as well.
  return new GatewayError('malformed_request', message, { headers: { Connection: 'close' } })
}
