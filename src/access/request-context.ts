import type { HeavyPlace } from './heavy-work.ts'
import { createId } from './ids.ts'
import type { QuotaState } from './quota.ts'
import type { RequestUsage } from './request-usage.ts'
import type { Turn } from './turn.ts'

/** The state of one request, from its arrival to its response. */
export interface RequestContext {
  readonly requestId: string
  readonly ip: string
  /** When the request arrived, by the clock of this process. Quotas count by it. */
  readonly arrivedAt: Date
  /**
   * The instant that counts as now: by the database's clock as soon as the caller is identified, so that
   * every process agrees on what has expired.
   */
  now: Date
  /** The state of the caller's window, for the headers of the response. */
  quota: QuotaState | null
  /** What the caller was charged for this request. */
  charged: { readonly subject: string; readonly cost: number } | null
  /** At this instant the response can change without a change of the data; null: it cannot. */
  cacheableUntil: Date | null
  /** Set when the API key is identified; null for other callers. */
  usage: RequestUsage | null
  /** Set while the number of running requests is limited. */
  turn: Turn | null
  /** Set once the request has heavy work. */
  heavy: HeavyPlace | null
  /** The length of a response that is written in parts, until its last part is written. */
  heldBytes: number
}

/** Marks the response as dependent on the clock: it must not be cached past `instant`. */
export function limitCaching(requestContext: RequestContext, instant: Date): void {
  const { cacheableUntil } = requestContext
  if (cacheableUntil === null || instant < cacheableUntil) requestContext.cacheableUntil = instant
}

const REQUEST_ID = /^[\w-]{1,64}$/
const WINDOW_SECONDS = 60

/** The context of a new request. Its id is the one that the client sent, if that has the right form. */
export function createRequestContext(
  sentId: string | undefined,
  ip: string,
  now: Date,
): RequestContext {
  const valid = sentId !== undefined && REQUEST_ID.test(sentId)
  const requestId = valid ? sentId : createId('request')
  return {
    requestId,
    ip,
    arrivedAt: now,
    now,
    quota: null,
    charged: null,
    cacheableUntil: null,
    usage: null,
    turn: null,
    heavy: null,
    heldBytes: 0,
  }
}

/** The rate-limit headers of a response, in the common form and in that of the IETF draft. */
export function quotaHeaders({ quota, arrivedAt }: RequestContext): Record<string, string> {
  if (!quota) return {}
  const { limit, remaining, resetAt } = quota
  const left = Math.ceil((resetAt.getTime() - arrivedAt.getTime()) / 1000)
  const seconds = Math.min(WINDOW_SECONDS, Math.max(0, left))
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(resetAt.getTime() / 1000)),
    'RateLimit-Policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"default";r=${remaining};t=${seconds}`,
  }
}
