import ipaddr from 'ipaddr.js'
import type { GatewayError } from '../errors.ts'
import { type Quota, quotaError } from './quota.ts'
import type { RequestContext } from './request-context.ts'

const PER_MINUTE = 100

/** The two limits of an address: anonymous requests and failed credentials. Sign-in has limits of its own. */
export type AddressLimiter = ReturnType<typeof createAddressLimiter>

export function createAddressLimiter(quota: Quota) {
  const spendAnonymous = async (requestContext: RequestContext, cost: number) => {
    const subject = `anonymous:${networkOf(requestContext.ip)}`
    requestContext.cost += cost
    requestContext.quota = await quota.spend(subject, PER_MINUTE, cost)
    return requestContext.quota
  }
  return {
    /** Counts `cost` requests without a credential: 1 by default. Throws 429 over the limit. */
    async countAnonymous(requestContext: RequestContext, cost = 1): Promise<void> {
      const state = await spendAnonymous(requestContext, cost)
      if (state.exceeded) throw quotaError(state, requestContext.arrivedAt)
    },
    /** Reads the count without adding to it, for the rate-limit headers of the response. */
    async readAnonymous(requestContext: RequestContext): Promise<void> {
      await spendAnonymous(requestContext, 0)
    },
    /** Counts a credential as failed, before the database is read, until it is found valid. */
    async countCredential(requestContext: RequestContext) {
      const subject = `failed-credentials:${networkOf(requestContext.ip)}`
      const state = await quota.spend(subject, PER_MINUTE)
      return {
        exceeded: state.exceeded,
        /** The error to send for a failed credential: the given one, or 429 if the address is over its limit. */
        toError(error: GatewayError): GatewayError {
          requestContext.quota = state
          requestContext.cost = 1
          return state.exceeded
            ? quotaError(state, requestContext.arrivedAt, 'failed credentials')
            : error
        },
        /** Takes the count back: the credential did not fail. */
        refund: () => quota.refund(subject, state),
      }
    },
  }
}

/** The network that an address counts as: itself for IPv4, and for IPv6 its /64, which one client usually holds. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return address.toByteArray().slice(0, 8).join('.')
}
