import { promises as dns } from 'node:dns'
import { isIP } from 'node:net'
import { codeOf, GatewayError, invalidParameter } from '../errors.ts'
import { type AllowedRanges, hostOf, mayReach, parseAllowedRanges, portOf } from './destination.ts'

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
  throw invalidParameter(
    `url takes a name that leads to public addresses alone, with port 443 or a port above 1023; ${hostOf(url)} does not.`,
  )
}

/** How this installation reaches addresses that other parties chose. */
export function createOutbound(settings: { webhookAllowedRanges?: readonly string[] }): Outbound {
  const { webhookAllowedRanges = [] } = settings
  return { allowed: parseAllowedRanges(webhookAllowedRanges), resolve: createResolve() }
}

/** The addresses of a host name at this moment. Empty if the name has none. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>

const TRY_MS = 2_000
const TRIES = 2
const NO_ADDRESS = ['ENOTFOUND', 'ENODATA']

/**
 * Asks name servers, by default those of the system. Unlike `dns.lookup`, this occupies no thread while a server does not
 * answer, and it reads neither `/etc/hosts` nor search domains, which are names of this machine. Throws if there is
 * no answer.
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (name, signal) => {
    // Every request has a resolver of its own, so that it can be ended alone.
    const resolver = new dns.Resolver({ timeout: TRY_MS, tries: TRIES })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel)
    try {
      return await ask(resolver, name)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

// Some servers fail for one kind of addresses. Those of the other kind are enough.
async function ask(resolver: dns.Resolver, name: string): Promise<readonly string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  for (const answer of answers)
    if (answer.status === 'rejected' && !NO_ADDRESS.includes(codeOf(answer.reason)))
      throw answer.reason
  return []
}
