import type { ServerResponse } from 'node:http'
import { clientDisconnected } from '../errors.ts'
import { type Quota, quotaError } from '../load/quota.ts'
import {
  isRequestOver,
  onRequestEnd,
  type RequestContext,
  recheckCaller,
} from '../load/request-context.ts'
import type { Concurrency } from '../load/waiting/concurrency.ts'
import { waitOutsideSlot } from '../load/waiting/slot.ts'
import { allowanceOf, type Caller, partyOf } from './caller.ts'

export function createCharges(quota: Quota, concurrency: Pick<Concurrency, 'acquire'>) {
  /** Counts `cost` requests against the caller's quota. Throws 429 over the limit. */
  async function charge(
    requestContext: RequestContext,
    caller: Caller,
    cost: number,
  ): Promise<void> {
    const { subject, limit } = allowanceOf(caller)
    requestContext.quota = await quota.spend(subject, limit, cost)
    requestContext.cost += cost
    requestContext.charged = { subject, party: partyOf(caller) }
    if (requestContext.quota.exceeded)
      throw quotaError(requestContext.quota, requestContext.arrivedAt)
  }
  return {
    charge,
    /** Counts one request, and holds a concurrency slot of the caller until it ends. Throws 429 over either limit. */
    async admit(
      requestContext: RequestContext,
      caller: Caller,
      response: ServerResponse,
    ): Promise<void> {
      await charge(requestContext, caller, 1)
      const slot = concurrency.acquire(allowanceOf(caller).subject)
      // The slot must become free even if the request is refused while it waits for its turn.
      const held = slot.then((release) => onRequestEnd(response, release))
      await waitOutsideSlot(requestContext, held)
      await recheckCaller(requestContext)
      if (isRequestOver(response)) throw clientDisconnected()
    },
    /** Takes back what the request was charged, because it failed only on damaged stored data. */
    async refund(requestContext: RequestContext): Promise<void> {
      const { charged, cost, quota: state } = requestContext
      if (!charged || !state) return
      const remaining = Math.min(state.limit, state.remaining + cost)
      requestContext.quota = { ...state, remaining }
      requestContext.cost = 0
      requestContext.charged = null
      await quota.refund(charged.subject, state, cost)
    },
  }
}
