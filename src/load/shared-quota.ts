import type { Quota, QuotaState } from './quota.ts'
import type { RedisLink } from './redis-link.ts'

/** The parts of a shared quota. */
interface SharedQuotaParts {
  readonly link: Pick<RedisLink, 'run'>
  /** Counts for all processes. Used while the link works. */
  readonly shared: Quota
  /** Counts in this process. */
  readonly local: Quota
  /** How many processes count together. */
  readonly processes: number
}

/**
 * Counts in Redis. While Redis is not in use, counts in this process against its share of each limit, so that all
 * processes together admit at most the limit. No request fails because of Redis.
 */
export function createSharedQuota({ link, shared, local, processes }: SharedQuotaParts): Quota {
  const countedHere = new WeakSet<QuotaState>()
  // The share is at least one: a limit that is less than the number of processes must not lock a caller out.
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
      // If the refund fails, the requests stay counted until their window ends.
      await link.run(() => shared.refund(subject, spent, cost)).catch(() => {})
    },
  }
}
