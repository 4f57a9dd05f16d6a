import type { Logger } from 'pino'
import { createMemoryQuota, type Quota } from './quota.ts'
import { RedisLink, type RedisState } from './redis-link.ts'
import { createRedisQuota } from './redis-quota.ts'
import { createSharedQuota } from './shared-quota.ts'

const FIRST_ATTEMPT_MS = 1_000

/** Where requests are counted. */
interface QuotaOptions {
  /** Undefined: requests are counted in this process. */
  readonly redisUrl: string | undefined
  /**
   * The number of processes that share Redis. While Redis is not in use, each process admits this fraction of every
   * limit.
   */
  readonly processes: number
  /** The key of the hash over subjects in Redis. It must be the same for every process. */
  readonly hashKey: string
  readonly log: Logger
  /** How many ticks of 11 ms an operation in Redis may take. Default: 4. */
  readonly answerTicks?: number
}

/** A quota that is in use. */
export interface OpenQuota {
  readonly quota: Quota
  /** The state of Redis; null without Redis. */
  readonly redisState: () => RedisState | null
  close(): void
}

/**
 * Opens the quota of this process. With Redis, waits up to a second for the first connection, so that the first
 * requests are counted there. If Redis does not answer, the start succeeds and writes a warning to the log. Redis is
 * used as soon as it answers.
 */
export async function openQuota(options: QuotaOptions): Promise<OpenQuota> {
  const local = createMemoryQuota()
  const { redisUrl, processes, hashKey, log, answerTicks } = options
  if (redisUrl === undefined) return { quota: local, redisState: () => null, close: () => {} }
  const link = new RedisLink(redisUrl, (state) => logState(log, state, processes), answerTicks)
  const shared = createRedisQuota({ client: link.client, hashKey })
  const deadline = new Promise((resolve) => setTimeout(resolve, FIRST_ATTEMPT_MS).unref())
  await Promise.race([link.start(() => shared.spend('probe', 1)), deadline])
  return {
    quota: createSharedQuota({ link, shared, local, processes }),
    redisState: () => link.state,
    close: () => link.close(),
  }
}

function logState(log: Logger, { available, reason }: RedisState, processes: number): void {
  const share = `1/${processes}`
  const advice = 'see "Counting in Redis" in docs/operations/run.md'
  if (available) log.info('Redis in use: requests are counted for all processes')
  else log.warn({ reason, share, advice }, 'Redis not in use: requests are counted in this process')
}
