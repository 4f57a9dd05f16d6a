import type { Logger } from 'pino'
import { createMemoryQuota, type Quota, type QuotaState } from './quota.ts'
import type { RedisLink, RedisState } from './redis-link.ts'

const FIRST_ATTEMPT_MS = 1_000

interface QuotaOptions {
  /** Undefined: requests are counted in this process. */
  readonly redisUrl: string | undefined
  /** The number of processes that share Redis. Without Redis, each process admits this fraction of every limit. */
  readonly processes: number
  /** The key of the hash over subjects in Redis. It must be the same for every process. */
  readonly hashKey: string
  readonly log: Logger
  /** How many ticks of 11 ms an operation in Redis may take. Default: 4. */
  readonly answerTicks?: number
}

export interface OpenQuota {
  readonly quota: Quota
  readonly redisState: () => RedisState | null
  close(): void
}

/** With `redisUrl`, waits up to a second for Redis. Without an answer the log warns; Redis is used once it answers. */
export async function openQuota(options: QuotaOptions): Promise<OpenQuota> {
  const { redisUrl, processes, hashKey, log, answerTicks } = options
  if (redisUrl === undefined)
    return { quota: createMemoryQuota(), redisState: () => null, close: () => {} }
  const { RedisLink } = await import('./redis-link.ts')
  const { createRedisQuota } = await import('./redis-quota.ts')
  const link = new RedisLink(redisUrl, (state) => logState(log, state, processes), answerTicks)
  const shared = createRedisQuota(link.client, hashKey)
  const deadline = new Promise((resolve) => setTimeout(resolve, FIRST_ATTEMPT_MS).unref())
  await Promise.race([link.start(() => shared.spend('probe', 1)), deadline])
  return {
    quota: createSharedQuota(link, shared, processes),
    redisState: () => link.state,
    close: () => link.close(),
  }
}

// Counts in Redis. While Redis is not in use, counts in this process against its share of each limit, so that all
// processes together admit at most the limit. No request fails because of Redis.
function createSharedQuota(link: RedisLink, shared: Quota, processes: number): Quota {
  const local = createMemoryQuota()
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

function logState(log: Logger, { available, reason }: RedisState, processes: number): void {
  const share = `1/${processes}`
  const advice = 'see "Counting in Redis" in docs/operations/run.md'
  if (available) log.info('Redis in use: requests are counted for all processes')
  else log.warn({ reason, share, advice }, 'Redis not in use: requests are counted in this process')
}
