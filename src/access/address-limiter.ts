import ipaddr from 'ipaddr.js'
import type { GatewayError } from '../errors.ts'
import { type Quota, quotaError } from './quota.ts'
import type { RequestContext } from './request-context.ts'

const PER_MINUTE = 100

/** One credential that was presented, counted as failed until it proves good. */
export interface CredentialAttempt {
  /** Whether the address has had its failures of this minute. */
  readonly exceeded: boolean
  /** What a failed credential is answered: its own refusal, or 429 once the address is over its limit. */
  toError(refusal: GatewayError): GatewayError
  /** The credential did not fail. */
  refund(): Promise<void>
}

/** What is counted against an address. Sign-in counts its own tries beside these two. */
export interface AddressLimiter {
  /** Counts a request that presents no credential; throws 429. */
  countAnonymous(requestContext: RequestContext): Promise<void>
  /** Counts nothing: the response will say where the address stands. */
  readAnonymous(requestContext: RequestContext): Promise<void>
  /** Counts a credential before anything is read for it. */
  countCredential(requestContext: RequestContext): Promise<CredentialAttempt>
}

export function createAddressLimiter(quota: Quota): AddressLimiter {
  const anonymous = ({ ip }: RequestContext) => `anonymous:${networkOf(ip)}`
  return {
    async countAnonymous(requestContext) {
      requestContext.quota = await quota.spend(anonymous(requestContext), PER_MINUTE)
      if (requestContext.quota.exceeded) throw quotaError(requestContext.quota, requestContext.now)
    },
    async readAnonymous(requestContext) {
      requestContext.quota = await quota.spend(anonymous(requestContext), PER_MINUTE, 0)
    },
    async countCredential(requestContext) {
      const subject = `failed-credentials:${networkOf(requestContext.ip)}`
      const state = await quota.spend(subject, PER_MINUTE)
      return {
        exceeded: state.exceeded,
        toError(error) {
          requestContext.quota = state
          return state.exceeded
            ? quotaError(state, requestContext.now, 'refused credentials')
            : error
        },
        refund: () => quota.refund(subject),
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
