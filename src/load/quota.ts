import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { GatewayError } from '../errors.ts'

export const WINDOW_SECONDS = 60

// This many subjects take 30 MB. The limit is needed because an owner of a large IPv6 network can appear as more
// subjects in a minute.
const MAX_SUBJECTS = 50_000

/** The state of a subject's window. */
export interface QuotaState {
  readonly limit: number
  readonly remaining: number
  /** When the window ends. */
  readonly resetAt: Date
  readonly exceeded: boolean
}

/**
 * Counts requests in fixed windows of one minute. Counting is atomic: parallel requests cannot exceed the limit
 * together.
 */
export interface Quota {
  /** Adds `cost` to the subject's count, and returns the new state. */
  spend(subject: string, limit: number, cost?: number): Promise<QuotaState>
  /**
   * Takes `cost` off the count to which `spent` was added. Changes nothing if that window has ended. The count of a
   * later window never changes.
   */
  refund(subject: string, spent: QuotaState, cost?: number): Promise<void>
}

/**
 * Counts in the memory of this process. A subject is removed when its window ends, or when `maxSubjects` other subjects
 * have been counted since its last request. After a removal its next request begins a new window.
 */
export function createMemoryQuota(
  windowSeconds = WINDOW_SECONDS,
  maxSubjects = MAX_SUBJECTS,
): Quota {
  // The limit differs by caller and can change during a window, so the counter itself has none.
  const counter = new RateLimiterMemory({
    points: Number.MAX_SAFE_INTEGER,
    duration: windowSeconds,
  })
  const recent = new LRUCache<string, true>({
    max: maxSubjects,
    dispose: (_, subject, reason) => {
      if (reason === 'evict') void counter.delete(subject)
    },
  })
  return {
    async spend(subject, limit, cost = 1) {
      recent.set(subject, true)
      return stateOf(await counter.consume(subject, cost), limit)
    },
    async refund(subject, spent, cost = 1) {
      const current = await counter.get(subject)
      if (!current || current.msBeforeNext <= 0) return
      const laterBy = stateOf(current, 0).resetAt.getTime() - spent.resetAt.getTime()
      if (laterBy < (windowSeconds * 1000) / 2) await counter.reward(subject, cost)
    },
  }
}

/** The state of a window, from the result of a counter. */
export function stateOf(
  { consumedPoints, msBeforeNext }: Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'>,
  limit: number,
): QuotaState {
  return {
    limit,
    remaining: Math.max(0, limit - consumedPoints),
    resetAt: new Date(Date.now() + msBeforeNext),
    exceeded: consumedPoints > limit,
  }
}

/** The seconds until the window ends, rounded up. At least 1, because the caller waits for this time. */
export function secondsLeft({ resetAt }: Pick<QuotaState, 'resetAt'>, now: Date): number {
  const rest = Math.ceil((resetAt.getTime() - now.getTime()) / 1000)
  return Math.min(WINDOW_SECONDS, Math.max(1, rest))
}

/** The 429 of a subject over its limit. `counted` names what was counted. */
export function quotaError(state: QuotaState, now: Date, counted = 'requests'): GatewayError {
  const seconds = secondsLeft(state, now)
  return new GatewayError(
    'rate_limit_exceeded',
    `More than ${state.limit} ${counted} in a minute. Wait ${seconds} s, as Retry-After says, and twice as long after each further 429.`,
    { headers: { 'Retry-After': String(seconds) } },
  )
}
