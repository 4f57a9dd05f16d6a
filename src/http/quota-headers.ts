import { WINDOW_SECONDS } from '../load/quota.ts'
import type { RequestContext } from '../load/request-context.ts'

/** The rate-limit headers of a response, in the common form and in the form of the IETF draft. */
export function quotaHeaders({ quota, cost, arrivedAt }: RequestContext): Record<string, string> {
  if (!quota) return {}
  const { limit, remaining, resetAt } = quota
  const left = Math.ceil((resetAt.getTime() - arrivedAt.getTime()) / 1000)
  const seconds = Math.min(WINDOW_SECONDS, Math.max(0, left))
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(resetAt.getTime() / 1000)),
    'X-RateLimit-Cost': String(cost),
    'RateLimit-Policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"default";r=${remaining};t=${seconds}`,
  }
}
