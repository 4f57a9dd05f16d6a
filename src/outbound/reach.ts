import { isIP } from 'node:net'
import { GatewayError } from '../errors.ts'
import { type AllowedRanges, mayReach } from './address-rule.ts'
import { hostOf, portOf } from './destination.ts'
import type { Resolve } from './resolve.ts'

/** How the gateway connects to addresses that other parties chose. */
export interface Outbound {
  readonly allowed: AllowedRanges
  readonly resolve: Resolve
  /** The certificate of an authority that is trusted in place of those of Node, for tests. */
  readonly authority?: string
  /** Replaces the ten seconds of a request, for tests. */
  readonly limitMs?: number
}

// RFC 6761: these names are this machine, also if a name server says otherwise.
const OWN_NAME = /^(?:.*\.)?localhost$/
const OWN_ADDRESSES = ['127.0.0.1', '::1']
const RESOLVE_MS = 5_000

/**
 * The addresses of the host, if the gateway may connect to every one of them. Empty: to none, or there is none. A name
 * with a public and a private address is refused, because the choice between them would be left to chance.
 */
export async function findAddresses(
  { allowed, resolve }: Outbound,
  url: URL,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = hostOf(url)
  const addresses = await addressesOf(host, resolve, signal)
  return addresses.every((address) => mayReach(address, portOf(url), allowed)) ? addresses : []
}

async function addressesOf(host: string, resolve: Resolve, signal: AbortSignal) {
  if (isIP(host) !== 0) return [host]
  if (OWN_NAME.test(host)) return OWN_ADDRESSES
  return resolve(host, signal)
}

/**
 * Throws `invalid_parameter` if the host of the address leads nowhere that the gateway connects to, and
 * `service_unavailable` if no name server answers. Both errors are the same for a name without an address and for one
 * with a private address: they do not reveal names in a network of the operator.
 */
export async function requireReachable(outbound: Outbound, href: string): Promise<void> {
  const url = new URL(href)
  const addresses = await findAddresses(outbound, url, AbortSignal.timeout(RESOLVE_MS)).catch(
    (error: unknown) => {
      throw new GatewayError(
        'service_unavailable',
        `The name ${hostOf(url)} could not be resolved for the moment. Try again shortly.`,
        { headers: { 'Retry-After': '2' }, cause: error },
      )
    },
  )
  if (addresses.length > 0) return
  throw new GatewayError(
    'invalid_parameter',
    `url takes a name that leads to public addresses alone, with port 443 or a port above 1023; ${hostOf(url)} does not.`,
  )
}
