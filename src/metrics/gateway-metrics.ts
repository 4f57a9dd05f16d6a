import type { RequestHandler } from 'express'
import { Counter, Registry } from 'prom-client'
import type { GatewayError } from '../errors.ts'
import type { Quota } from '../load/quota.ts'
import { measureJobs, measureWork } from './event-metrics.ts'
import { watchProcess } from './process-metrics.ts'
import { kindOfSubject, QUOTA_KINDS } from './quota-kinds.ts'
import { createRequestMetrics } from './request-metrics.ts'
import { type Value, watchCounter, watchGauge } from './watch.ts'

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
  readonly watchSlots: (state: SlotState) => void
  /** Ends the measurements of this process. */
  readonly close: () => void
}

/** Creates the metrics of a process that serves requests. `lostLines` is the number of its lost log lines. */
export function createGatewayMetrics(lostLines: () => number): GatewayMetrics {
  const registry = new Registry()
  const ends = [watchProcess(registry, lostLines), measureWork(registry), measureJobs(registry)]
  return {
    registry,
    ...createRequestMetrics(registry),
    countDecisions: createCountDecisions(registry),
    watchCaches: (caches) => watchCaches(registry, caches),
    watchPools: (pools) => watchPools(registry, pools),
    watchRedis: (read) => watchRedis(registry, read),
    watchSlots: (state) => watchSlots(registry, state),
    close: () => {
      for (const end of ends) end()
    },
  }
}

// The state of a pool of connections: members of `pg.Pool`.
interface PoolState {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max: number }
}

// Registers the metrics of the pools of connections to the database, by name.
function watchPools(registry: Registry, pools: Readonly<Record<string, PoolState>>): void {
  const watch = (name: string, help: string, read: (pool: PoolState) => number) =>
    watchGauge(registry, { name: `orangery_database_${name}`, help, label: 'pool' }, (): Value[] =>
      Object.entries(pools).map(([pool, state]) => [read(state), pool]),
    )
  watch('connections', 'Open connections.', ({ totalCount }) => totalCount)
  watch('connections_idle', 'Open connections without work.', ({ idleCount }) => idleCount)
  watch('connections_max', 'The limit of open connections.', ({ options }) => options.max)
  watch(
    'connection_waiters',
    'Statements that wait for a connection. The limit is 500 for each process.',
    ({ waitingCount }) => waitingCount,
  )
}

const NAME = 'orangery_quota_decisions_total'
const DECISIONS = ['admitted', 'limited', 'refunded']

// Registers the counter of decisions. Returns a function that makes a quota count its decisions.
function createCountDecisions(registry: Registry): (quota: Quota) => Quota {
  const decisions = new Counter({
    name: NAME,
    help: 'Decisions of the rate limits. `refunded` takes an earlier decision back: a credential counts as failed until it is looked up.',
    labelNames: ['kind', 'decision'],
    registers: [registry],
  })
  // Each series begins with 0. Otherwise `rate` would not see the first limited request.
  for (const kind of QUOTA_KINDS)
    for (const decision of DECISIONS) decisions.inc({ kind, decision }, 0)
  return (quota) => ({
    async spend(subject, limit, cost) {
      const state = await quota.spend(subject, limit, cost)
      const decision = state.exceeded ? 'limited' : 'admitted'
      // A cost of 0 only reads the count.
      if (cost !== 0) decisions.inc({ kind: kindOfSubject(subject), decision })
      return state
    },
    async refund(subject, spent, cost) {
      await quota.refund(subject, spent, cost)
      decisions.inc({ kind: kindOfSubject(subject), decision: 'refunded' })
    },
  })
}

// The state of the connection to Redis.
interface RedisUse {
  readonly available: boolean
  readonly outages: number
}

// Registers the metrics of Redis. Without Redis (`read` returns null) they have no values.
function watchRedis(registry: Registry, read: () => RedisUse | null): void {
  watchGauge(
    registry,
    {
      name: 'orangery_redis_in_use',
      help: '1 while all processes count requests in Redis, else 0. Without `REDIS_URL` there is no value.',
      aggregator: 'min',
    },
    () => {
      const state = read()
      return state ? [[state.available ? 1 : 0]] : []
    },
  )
  watchCounter(
    registry,
    { name: 'orangery_redis_outages_total', help: 'How often a process has stopped using Redis.' },
    () => [[read()?.outages ?? 0]],
  )
}

// The state of the line of requests.
interface SlotState {
  readonly waiting: number
  /** The number of refused requests since the start. */
  readonly refused: number
}

// Registers the metrics of requests that wait for a slot.
function watchSlots(registry: Registry, state: SlotState): void {
  watchGauge(
    registry,
    {
      name: 'orangery_requests_waiting',
      help: 'Requests that wait for a slot, since their process works on 48 others.',
    },
    () => [[state.waiting]],
  )
  watchCounter(
    registry,
    {
      name: 'orangery_requests_refused_total',
      help: 'Requests that were refused with 503: they had waited 0.7 s, or 10,000 waited.',
    },
    () => [[state.refused]],
  )
}

// The state of a cache.
interface WatchedCache {
  /** The number of look-ups since the start that found a current entry. */
  readonly hits: number
  /** The number of look-ups since the start that found none. */
  readonly misses: number
  readonly bytes: number
  readonly entries: number
}

// Registers the metrics of caches by name.
function watchCaches(registry: Registry, caches: Readonly<Record<string, WatchedCache>>): void {
  const each = (read: (cache: WatchedCache) => number) => (): Value[] =>
    Object.entries(caches).map(([name, cache]) => [read(cache), name])
  const metric = (name: string, help: string) => ({ name, help, label: 'cache' })
  watchCounter(
    registry,
    metric(
      'orangery_cache_hits_total',
      'Look-ups that found a current entry. `responses` has bodies, the others totals.',
    ),
    each(({ hits }) => hits),
  )
  watchCounter(
    registry,
    metric('orangery_cache_misses_total', 'Look-ups that found none.'),
    each(({ misses }) => misses),
  )
  watchGauge(
    registry,
    metric('orangery_cache_bytes', 'Estimated size of the entries.'),
    each(({ bytes }) => bytes),
  )
  watchGauge(
    registry,
    metric('orangery_cache_entries', 'Entries.'),
    each(({ entries }) => entries),
  )
}
