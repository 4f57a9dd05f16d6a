import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type GatewayError, invalidParameter } from '../errors.ts'

type Address = ReturnType<typeof ipaddr.parse>
type Range = readonly [Address, number]

/** The ranges that an operator allows in addition to public addresses. */
export type AllowedRanges = readonly Range[]

const HTTPS_PORT = 443
// Ports up to this one belong to the services of a machine: mail, SSH, directories, other protocols.
const LAST_SYSTEM_PORT = 1023
// The address space that is given out as unicast. All else in IPv6 is for special uses, or has no use yet.
const GLOBAL_IPV6: Range = [ipaddr.parse('2000::'), 3]
// A service of Azure for its own virtual machines, in a public range.
const OF_PROVIDERS: AllowedRanges = [[ipaddr.parse('168.63.129.16'), 32]]

/** The ranges from texts such as `10.1.0.0/16`. Throws an error for a text that is not a CIDR range. */
export function parseAllowedRanges(texts: readonly string[]): AllowedRanges {
  return texts.map((text) => ipaddr.parseCIDR(text))
}

/**
 * Whether the gateway may connect to this IP address and port, which another party chose. An allowed range counts for
 * addresses in its own form: `10.0.0.0/8` does not allow `::ffff:10.0.0.1`.
 */
export function mayReach(text: string, port: number, allowed: AllowedRanges): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (allowed.some((range) => isWithin(address, range))) return true
  return isPublic(address) && (port === HTTPS_PORT || port > LAST_SYSTEM_PORT)
}

// The library alone takes `::127.0.0.1` and unassigned space for unicast.
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  if (OF_PROVIDERS.some((range) => isWithin(address, range))) return false
  return address.kind() === 'ipv4' || isWithin(address, GLOBAL_IPV6)
}

function isWithin(address: Address, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}

const MAX_LENGTH = 2_048
const ACCEPTED = 'such as https://hooks.example.com/orangery'
// The characters that a URL may have. `URL` would drop a line break and take a backslash for a slash.
const URL_TEXT = /^[!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]+$/
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/
const MAX_NAME = 253

/** The normal form of an address for events; its name is checked when it is resolved. Throws `invalid_parameter`. */
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
  return invalidParameter(`url takes ${accepted}.`)
}
