import type { RequestHandler } from 'express'
import { Registry } from 'prom-client'
import type { GatewayError } from '../errors.ts'
import type { Quota } from '../load/quota.ts'
import { type WatchedCache, watchCaches } from './cache-metrics.ts'
import { countSignIns, measureJobs, measureWaits } from './event-metrics.ts'
import { countMails } from './mail-metrics.ts'
import { type PoolState, watchPools } from './pool-metrics.ts'
import { watchProcess } from './process-metrics.ts'
import { countPurges } from './purge-metrics.ts'
import { createCountDecisions } from './quota-metrics.ts'
import { type RedisUse, watchRedis } from './redis-metrics.ts'
import { createRequestMetrics } from './request-metrics.ts'
import { countRevocations } from './revocation-metrics.ts'
import { type TurnState, watchTurns } from './turn-metrics.ts'
import { measureWebhooks } from './webhook-metrics.ts'

/** The metrics of a process that serves requests. */
export interface GatewayMetrics {
  readonly registry: Registry
  /** Measures each request that reaches the app. */
  readonly measureRequests: RequestHandler
  /** Counts a request that was rejected before the app. */
  readonly countUnparsed: (error: Pick<GatewayError, 'status' | 'code'>) => void
  /** Returns a quota that makes the same decisions and counts them. */
  readonly countDecisions: (quota: Quota) => Quota
  /** The four `watch` functions register values that are read with the metrics. Each is called at most once. */
  readonly watchCaches: (caches: Readonly<Record<string, WatchedCache>>) => void
  readonly watchPools: (pools: Readonly<Record<string, PoolState>>) => void
  readonly watchRedis: (read: () => RedisUse | null) => void
  readonly watchTurns: (state: TurnState) => void
  /** Ends the measurements of this process. */
  readonly close: () => void
}

const COUNTED = [
  countRevocations,
  countMails,
  countPurges,
  countSignIns,
  measureJobs,
  measureWaits,
  measureWebhooks,
]

/** Creates the metrics of a process that serves requests. `lostLines` is the number of its lost log lines. */
export function createGatewayMetrics(lostLines: () => number): GatewayMetrics {
  const registry = new Registry()
  const ends = [watchProcess(registry, lostLines), ...COUNTED.map((measure) => measure(registry))]
  return {
    registry,
    ...createRequestMetrics(registry),
    countDecisions: createCountDecisions(registry),
    watchCaches: (caches) => watchCaches(registry, caches),
    watchPools: (pools) => watchPools(registry, pools),
    watchRedis: (read) => watchRedis(registry, read),
    watchTurns: (state) => watchTurns(registry, state),
    close: () => {
      for (const end of ends) end()
    },
  }
}
