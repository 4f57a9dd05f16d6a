import ipaddr from 'ipaddr.js'

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
 * Whether the gateway may connect to this address and port, which another party chose. The address is the text of an
 * IPv4 or IPv6 address. An allowed range counts for addresses in its own form: `10.0.0.0/8` allows no
 * `::ffff:10.0.0.1`.
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
