import ipaddr from 'ipaddr.js'
import type { GatewayError } from '../errors.ts'
import type { Exchange } from './exchange.ts'
import { type Quota, quotaRefusal } from './quota.ts'

const PER_MINUTE = 100

/** One credential that was presented, counted as failed until it proves good. */
export interface Attempt {
  /** Whether the address has had its failures of this minute. */
  readonly exceeded: boolean
  /** What a failed credential is answered: its own refusal, or 429 once the address is over its limit. */
  refuse(refusal: GatewayError): GatewayError
  /** The credential did not fail. */
  giveBack(): Promise<void>
}

/** What is counted against an address. Sign-in counts its own tries beside these two. */
export interface AddressBuckets {
  /** Counts a request that presents no credential; throws 429. */
  countAnonymous(exchange: Exchange): Promise<void>
  /** Counts nothing: the response will say where the address stands. */
  showAnonymous(exchange: Exchange): Promise<void>
  /** Counts a credential before anything is read for it. */
  beginAttempt(exchange: Exchange): Promise<Attempt>
}

export function createAddressBuckets(quota: Quota): AddressBuckets {
  const anonymous = ({ ip }: Exchange) => `anonymous:${networkOf(ip)}`
  return {
    async countAnonymous(exchange) {
      exchange.quota = await quota.spend(anonymous(exchange), PER_MINUTE)
      if (exchange.quota.exceeded) throw quotaRefusal(exchange.quota, exchange.now)
    },
    async showAnonymous(exchange) {
      exchange.quota = await quota.spend(anonymous(exchange), PER_MINUTE, 0)
    },
    async beginAttempt(exchange) {
      const subject = `failed-credentials:${networkOf(exchange.ip)}`
      const state = await quota.spend(subject, PER_MINUTE)
      return {
        exceeded: state.exceeded,
        refuse(refusal) {
          exchange.quota = state
          return state.exceeded ? quotaRefusal(state, exchange.now, 'refused credentials') : refusal
        },
        giveBack: () => quota.refund(subject),
      }
    },
  }
}

/** Whom an address is counted as: IPv6 callers hold whole /64 networks, one bucket for each of those. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return address.toByteArray().slice(0, 8).join('.')
}
