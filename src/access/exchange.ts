import { createId } from './ids.ts'
import type { QuotaState } from './quota.ts'
import type { Use } from './use.ts'

/** One request as access sees it. `quota` is what its response will say of the caller's window. */
export interface Exchange {
  readonly requestId: string
  readonly ip: string
  readonly now: Date
  quota: QuotaState | null
  /** What the caller's window has been charged for this request. */
  paid: { readonly subject: string; readonly cost: number } | null
  /** From this instant on the clock alone may change the answer; null: it never does. */
  holdsUntil: Date | null
  /** Begun once it is known which API key calls; null for anybody else. */
  use: Use | null
}

/** Says that the answer depends on the clock, and until when it stays as it is. */
export function holdUntil(exchange: Exchange, instant: Date): void {
  const { holdsUntil } = exchange
  if (holdsUntil === null || instant < holdsUntil) exchange.holdsUntil = instant
}

const OWN_ID = /^[\w-]{1,64}$/
const WINDOW_SECONDS = 60

/** Begins an exchange. Its id is the caller's own where that is usable. */
export function beginExchange(ownId: string | undefined, ip: string, now: Date): Exchange {
  const usable = ownId !== undefined && OWN_ID.test(ownId)
  const requestId = usable ? ownId : createId('request')
  return { requestId, ip, now, quota: null, paid: null, holdsUntil: null, use: null }
}

/** What a response says of the caller's window, in the common form and in that of the IETF draft. */
export function quotaHeaders({ quota, now }: Exchange): Record<string, string> {
  if (!quota) return {}
  const { limit, remaining, resetAt } = quota
  const left = Math.ceil((resetAt.getTime() - now.getTime()) / 1000)
  const seconds = Math.min(WINDOW_SECONDS, Math.max(0, left))
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(resetAt.getTime() / 1000)),
    'RateLimit-Policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"default";r=${remaining};t=${seconds}`,
  }
}
