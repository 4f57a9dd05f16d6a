import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { invalidParameter } from '../../errors.ts'

const MAX_RANGES = 100
const MAPPED_BITS = 96

/**
 * A range as it is stored: `203.0.113.0/24`, `2001:db8::/32`. A single address becomes a range of one address. An IPv4
 * address in IPv6 form becomes IPv4, as the addresses of requests do. Throws `invalid_parameter`, also for bits outside
 * the mask: with 10.0.0.7/8 the admin may have meant 10.0.0.7.
 */
export function parseIpRange(text: string): string {
  const [address = '', prefix, ...rest] = text.trim().split('/')
  // The library alone would read 010.1.1.1 as octal, and 1.2.3 as 1.2.0.3.
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) throw invalidRange()
  const written = ipaddr.parse(address)
  const ip = ipaddr.process(address)
  const [family, bits] = ip.kind() === 'ipv4' ? [ipaddr.IPv4, 32] : [ipaddr.IPv6, 128]
  if (prefix === undefined) return `${ip}/${bits}`
  const length = parseLength(prefix) - (written.kind() === ip.kind() ? 0 : MAPPED_BITS)
  if (!(length >= 0 && length <= bits)) throw invalidRange()
  const range = `${ip}/${length}`
  const network = `${family.networkAddressFromCIDR(range)}/${length}`
  if (network !== range)
    throw invalidRange(
      `whole networks: ${range} has bits outside its mask; did you mean ${network}?`,
    )
  return range
}

/** The ranges without duplicates; an empty list allows any address. Throws `invalid_parameter`. */
export function parseIpRanges(texts: readonly string[]): string[] {
  if (texts.length > MAX_RANGES) throw invalidRange(`at most ${MAX_RANGES} ranges.`)
  return [...new Set(texts.map(parseIpRange))]
}

function parseLength(prefix: string): number {
  return /^(0|[1-9]\d{0,2})$/.test(prefix) ? Number(prefix) : Number.NaN
}

function invalidRange(
  reason = 'addresses and CIDR ranges, such as 203.0.113.0/24 or 2001:db8::/32.',
) {
  return invalidParameter(`allowedIps takes ${reason}`)
}
