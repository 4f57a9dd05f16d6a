import type { RequestHandler } from 'express'
import { Registry } from 'prom-client'
import type { Quota } from '../access/quota.ts'
import { type WatchedCache, watchCaches } from './cache-metrics.ts'
import { type PoolState, watchPools } from './pool-metrics.ts'
import { watchProcess } from './process-metrics.ts'
import { createCountDecisions } from './quota-metrics.ts'
import { type RedisUse, watchRedis } from './redis-metrics.ts'
import { createRequestMetrics } from './request-metrics.ts'
import { countRevocations } from './revocation-metrics.ts'
import { type TurnState, watchTurns } from './turn-metrics.ts'

/** What a process that serves requests measures. */
export interface GatewayMetrics {
  readonly registry: Registry
  /** Measures each request that reaches the app. */
  readonly measureRequests: RequestHandler
  /** Counts a request that was rejected before the app. */
  readonly countUnparsed: (status: number) => void
  /** The same quota, whose decisions are counted. */
  readonly countDecisions: (quota: Quota) => Quota
  /** These are read when somebody asks for the metrics. Each takes one call. */
  readonly watchCaches: (caches: Readonly<Record<string, WatchedCache>>) => void
  readonly watchPools: (pools: Readonly<Record<string, PoolState>>) => void
  readonly watchRedis: (read: () => RedisUse | null) => void
  readonly watchTurns: (state: TurnState) => void
  /** Ends what outlives a request. */
  readonly close: () => void
}

/** Creates the metrics of a process that serves requests. `lostLines` is the number of its lost log lines. */
export function createGatewayMetrics(lostLines: () => number): GatewayMetrics {
  const registry = new Registry()
  const closeProcess = watchProcess(registry, lostLines)
  const closeRevocations = countRevocations(registry)
  return {
    registry,
    ...createRequestMetrics(registry),
    countDecisions: createCountDecisions(registry),
    watchCaches: (caches) => watchCaches(registry, caches),
    watchPools: (pools) => watchPools(registry, pools),
    watchRedis: (read) => watchRedis(registry, read),
    watchTurns: (state) => watchTurns(registry, state),
    close: () => {
      closeProcess()
      closeRevocations()
    },
  }
}
