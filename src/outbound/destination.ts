import { isIP } from 'node:net'
import { GatewayError } from '../errors.ts'
import { type AllowedRanges, mayReach } from './address-rule.ts'

const MAX_LENGTH = 2_048
const HTTPS_PORT = 443
const ACCEPTED = 'such as https://hooks.example.com/orangery'
// The characters that a URL may have. `URL` would drop a line break and take a backslash for a slash.
const URL_TEXT = /^[!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]+$/
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/
const MAX_NAME = 253

/**
 * The normal form of an address to which events are sent. Throws `invalid_parameter` for an address that can never be
 * reached. A name is checked when it is resolved.
 */
export function parseDestination(text: string, allowed: AllowedRanges): string {
  if (text.length > MAX_LENGTH) throw refused(`at most ${MAX_LENGTH} characters`)
  if (!URL_TEXT.test(text) || !URL.canParse(text))
    throw refused(`a whole address in ASCII without spaces, ${ACCEPTED}`)
  const url = new URL(text)
  if (url.protocol !== 'https:') throw refused(`an address that begins with https://, ${ACCEPTED}`)
  if (!/^https:\/\/[^/]/i.test(text)) throw refused(`a host after https://, ${ACCEPTED}`)
  if (url.username !== '' || url.password !== '' || /^https:\/\/[^/?]*@/i.test(text))
    throw refused('no user name and no password: requests are signed instead')
  if (text.includes('#')) throw refused('no fragment (#): it would never be sent')
  requireHost(url, allowed)
  return url.href
}

function requireHost(url: URL, allowed: AllowedRanges): void {
  const host = hostOf(url)
  if (isIP(host) === 0 && !isHostName(host))
    throw refused('a host name of letters, digits and hyphens, or an IP address')
  const port = portOf(url)
  const isReachable = isIP(host) === 0 ? port > 0 : mayReach(host, port, allowed)
  if (!isReachable)
    throw refused(
      `only public addresses, with port 443 or a port above 1023; ${host} with port ${port} is not`,
    )
}

function isHostName(host: string): boolean {
  return host.length <= MAX_NAME && host.split('.').every((label) => LABEL.test(label))
}

/** The host of an address: a name, or an IP address without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

export function portOf({ port }: URL): number {
  return port === '' ? HTTPS_PORT : Number(port)
}

function refused(accepted: string): GatewayError {
  return new GatewayError('invalid_parameter', `url takes ${accepted}.`)
}
