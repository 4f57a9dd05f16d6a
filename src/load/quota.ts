import { LRUCache } from 'lru-cache'
import { GatewayError } from '../errors.ts'

export const WINDOW_SECONDS = 60
const WINDOW_MS = WINDOW_SECONDS * 1000

// An owner of a large IPv6 network can appear as more subjects in a minute.
const MAX_SUBJECTS = 50_000

/** The state of a subject's window, which ends at `resetAt`. */
export interface QuotaState {
  readonly limit: number
  readonly remaining: number
  readonly resetAt: Date
  readonly exceeded: boolean
}

/** Counts requests in fixed windows of one minute. Counting is atomic: parallel requests cannot pass the limit together. */
export interface Quota {
  /** Adds `cost` to the subject's count, and returns the new state. */
  spend(subject: string, limit: number, cost?: number): Promise<QuotaState>
  /** Takes `cost` off the count to which `spent` was added. Changes nothing if that window has ended. */
  refund(subject: string, spent: QuotaState, cost?: number): Promise<void>
}

interface Window {
  count: number
  /** By `performance.now()`, because the clock can be set back. */
  readonly endsAt: number
  readonly resetAt: Date
}

/** Counts in memory. A subject is removed when `maxSubjects` others came after it: its next request begins anew. */
export function createMemoryQuota(maxSubjects = MAX_SUBJECTS): Quota {
  const windows = new LRUCache<string, Window>({ max: maxSubjects })
  return {
    async spend(subject, limit, cost = 1) {
      const now = performance.now()
      let window = windows.get(subject)
      if (!window || window.endsAt <= now) {
        window = { count: 0, endsAt: now + WINDOW_MS, resetAt: new Date(Date.now() + WINDOW_MS) }
        windows.set(subject, window)
      }
      window.count += cost
      return stateOf(limit, window.count, window.resetAt)
    },
    async refund(subject, { resetAt }, cost = 1) {
      const window = windows.peek(subject)
      // Each window has a `Date` of its own.
      if (window?.resetAt === resetAt) window.count -= cost
    },
  }
}

/** The state of a window with so many requests. The limit differs by caller and can change during the window. */
export function stateOf(limit: number, count: number, resetAt: Date): QuotaState {
  return { limit, remaining: Math.max(0, limit - count), resetAt, exceeded: count > limit }
}

/** The 429 of a subject over its limit. `counted` names what was counted. */
export function quotaError(
  { limit, resetAt }: QuotaState,
  now: Date,
  counted = 'requests',
): GatewayError {
  const rest = Math.ceil((resetAt.getTime() - now.getTime()) / 1000)
  // At least 1, because the caller waits for this time.
  const seconds = Math.min(WINDOW_SECONDS, Math.max(1, rest))
  return new GatewayError(
    'rate_limit_exceeded',
    `More than ${limit} ${counted} in a minute. Wait ${seconds} s, as Retry-After says, and twice as long after each further 429.`,
    { headers: { 'Retry-After': String(seconds) } },
  )
}
