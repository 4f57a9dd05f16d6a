import type { Quota, QuotaState } from './quota.ts'
import type { RedisLink } from './redis-link.ts'

/** The parts of a shared quota. */
export interface SharedQuotaParts {
  readonly link: Pick<RedisLink, 'run'>
  /** Counts for all processes. Used while the link works. */
  readonly shared: Quota
  /** Counts in this process. */
  readonly local: Quota
  /** How many processes count together. */
  readonly processes: number
}

/**
 * Counts in Redis. While Redis is not in use, counts in this process, with its share of each limit, so that
 * all processes together admit at most the limit. No request fails because of Redis.
 */
export function createSharedQuota({ link, shared, local, processes }: SharedQuotaParts): Quota {
  const countedHere = new WeakSet<QuotaState>()
  // At least one: a caller must not be locked out because its limit is less than the number of processes.
  const shareOf = (limit: number) => Math.max(1, Math.floor(limit / processes))
  return {
    async spend(subject, limit, cost) {
      try {
        return await link.run(() => shared.spend(subject, limit, cost))
      } catch {
        const state = await local.spend(subject, shareOf(limit), cost)
        countedHere.add(state)
        return state
      }
    },
    async refund(subject, spent, cost) {
      if (countedHere.has(spent)) return local.refund(subject, spent, cost)
      // What cannot be given back now stays counted until its window ends.
      await link.run(() => shared.refund(subject, spent, cost)).catch(() => {})
    },
  }
}
