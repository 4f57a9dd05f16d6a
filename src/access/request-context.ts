import { createId } from './ids.ts'
import type { QuotaState } from './quota.ts'
import type { RequestUsage } from './request-usage.ts'

/** One request as access sees it. `quota` is what its response will say of the caller's window. */
export interface RequestContext {
  readonly requestId: string
  readonly ip: string
  readonly now: Date
  quota: QuotaState | null
  /** What the caller's window has been charged for this request. */
  charged: { readonly subject: string; readonly cost: number } | null
  /** From this instant on the clock alone may change the answer; null: it never does. */
  cacheableUntil: Date | null
  /** Begun once it is known which API key calls; null for anybody else. */
  usage: RequestUsage | null
}

/** Says that the answer depends on the clock, and until when it stays as it is. */
export function limitCaching(requestContext: RequestContext, instant: Date): void {
  const { cacheableUntil } = requestContext
  if (cacheableUntil === null || instant < cacheableUntil) requestContext.cacheableUntil = instant
}

const OWN_ID = /^[\w-]{1,64}$/
const WINDOW_SECONDS = 60

/** Begins an requestContext. Its id is the caller's own where that is usable. */
export function createRequestContext(
  ownId: string | undefined,
  ip: string,
  now: Date,
): RequestContext {
  const usable = ownId !== undefined && OWN_ID.test(ownId)
  const requestId = usable ? ownId : createId('request')
  return { requestId, ip, now, quota: null, charged: null, cacheableUntil: null, usage: null }
}

/** What a response says of the caller's window, in the common form and in that of the IETF draft. */
export function quotaHeaders({ quota, now }: RequestContext): Record<string, string> {
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
