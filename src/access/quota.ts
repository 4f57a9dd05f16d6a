import { RateLimiterMemory } from 'rate-limiter-flexible'
import { GatewayError } from '../errors.ts'

const WINDOW_SECONDS = 60

/** The state of a subject's window. */
export interface QuotaState {
  readonly limit: number
  readonly remaining: number
  /** When the window ends. */
  readonly resetAt: Date
  readonly exceeded: boolean
}

/** Counts requests in fixed windows of one minute. Counting is atomic: parallel requests never pass the limit together. */
export interface Quota {
  /** Adds `cost` to the subject's count, and returns the new state. */
  spend(subject: string, limit: number, cost?: number): Promise<QuotaState>
  /** Takes `cost` off the subject's count. */
  refund(subject: string, cost?: number): Promise<void>
}

/** Counts in the memory of this process. A subject is removed when its window ends. */
export function createMemoryQuota(): Quota {
  // The limit differs by caller and can change during a window, so the counter itself has none.
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
      // If the window has ended, its count no longer exists.
      if (await counter.get(subject)) await counter.reward(subject, cost)
    },
  }
}

/** The 429 of a subject over its limit. `counted` names what was counted. */
export function quotaError(state: QuotaState, now: Date, counted = 'requests'): GatewayError {
  const rest = Math.ceil((state.resetAt.getTime() - now.getTime()) / 1000)
  const seconds = Math.min(WINDOW_SECONDS, Math.max(1, rest))
  return new GatewayError(
    'rate_limit_exceeded',
    `More than ${state.limit} ${counted} in a minute. Wait ${seconds} s, as Retry-After says, and twice as long after each further 429.`,
    { headers: { 'Retry-After': String(seconds) } },
  )
}
