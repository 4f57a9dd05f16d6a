import { RateLimiterMemory } from 'rate-limiter-flexible'
import { GatewayError } from '../errors.ts'

const WINDOW_SECONDS = 60

/** Where a caller stands in the current window. */
export interface QuotaState {
  readonly limit: number
  readonly remaining: number
  /** When the window ends. */
  readonly resetAt: Date
  readonly exceeded: boolean
}

/** Counts requests in fixed windows of a minute. Counting is atomic: of parallel calls, the limit is admitted, not one more. */
export interface Quota {
  /** Counts `cost` against the subject, and says where that leaves it. */
  spend(subject: string, limit: number, cost?: number): Promise<QuotaState>
  /** Gives back what a call turned out not to owe. */
  refund(subject: string, cost?: number): Promise<void>
}

/** Counts in this process's memory; a subject is forgotten when its window ends. */
export function createMemoryQuota(): Quota {
  // The limit differs by caller and may change while a window runs, so the counter only counts.
  const counter = new RateLimiterMemory({
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_SECONDS,
  })
  return {
    async spend(subject, limit, cost = 1) {
      const { consumedPoints, msBeforeNext } = await counter.consume(subject, cost)
      return {
        limit,
        remaining: Math.max(0, limit - consumedPoints),
        resetAt: new Date(Date.now() + msBeforeNext),
        exceeded: consumedPoints > limit,
      }
    },
    async refund(subject, cost = 1) {
      // What was counted in a window that has ended is gone with it.
      if (await counter.get(subject)) await counter.reward(subject, cost)
    },
  }
}

/** The refusal of a caller who is over the limit; `counted` names what was counted. */
export function quotaError(state: QuotaState, now: Date, counted = 'requests'): GatewayError {
  const left = Math.ceil((state.resetAt.getTime() - now.getTime()) / 1000)
  const seconds = Math.min(WINDOW_SECONDS, Math.max(1, left))
  return new GatewayError(
    'rate_limit_exceeded',
    `More than ${state.limit} ${counted} in a minute. The window resets in ${seconds} s; back off exponentially.`,
    { headers: { 'Retry-After': String(seconds) } },
  )
}
