import type pg from 'pg'
import { Counter, Registry } from 'prom-client'
import type { Quota } from '../load/quota.ts'
import type { RedisState } from '../load/redis-link.ts'
import type { Slots } from '../load/waiting/slots.ts'
import { measureJobs, measureWork } from './event-metrics.ts'
import { watchProcess } from './process-metrics.ts'
import { kindOfSubject, QUOTA_KINDS } from './quota-kinds.ts'
import { createRequestMetrics } from './request-metrics.ts'
import { type Labelled, watching } from './watch.ts'

export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>

/** Creates the metrics of a process that serves requests. `lostLines` is the number of its lost log lines. */
export function createGatewayMetrics(lostLines: () => number) {
  const registry = new Registry()
  const ends = [watchProcess(registry, lostLines), measureWork(registry), measureJobs(registry)]
  return {
    registry,
    ...createRequestMetrics(registry),
    countDecisions: createCountDecisions(registry),
    ...createWatches(registry),
    close: () => ends.forEach((end) => void end()),
  }
}

const DECISIONS = ['admitted', 'limited', 'refunded']

// The returned function makes a quota count its decisions.
function createCountDecisions(registry: Registry): (quota: Quota) => Quota {
  const decisions = new Counter({
    name: 'orangery_quota_decisions_total',
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

type PoolState = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>
type CacheState = Readonly<Record<'hits' | 'misses' | 'bytes' | 'entries', number>>

// Each function registers values that are read with the metrics, and is called at most once.
function createWatches(registry: Registry) {
  const { gauge, counter } = watching(registry)
  return {
    watchPools(pools: Readonly<Record<string, PoolState>>): void {
      const watch = (name: string, help: string, read: (pool: PoolState) => number) =>
        gauge(`orangery_database_${name}`, help, eachOf(pools, read), { label: 'pool' })
      watch('connections', 'Open connections.', ({ totalCount }) => totalCount)
      watch('connections_idle', 'Open connections without work.', ({ idleCount }) => idleCount)
      watch('connections_max', 'The limit of open connections.', ({ options }) => options.max)
      watch(
        'connection_waiters',
        'Statements that wait for a connection. The limit is 500 for each process.',
        ({ waitingCount }) => waitingCount,
      )
    },
    /** Without Redis (`read` returns null) its metrics have no values. */
    watchRedis(read: () => Pick<RedisState, 'available' | 'outages'> | null): void {
      gauge(
        'orangery_redis_in_use',
        '1 while all processes count requests in Redis, else 0. Without `REDIS_URL` there is no value.',
        () => {
          const state = read()
          return state ? Number(state.available) : []
        },
        { aggregator: 'min' },
      )
      const help = 'How often a process has stopped using Redis.'
      counter('orangery_redis_outages_total', help, () => read()?.outages ?? 0)
    },
    watchSlots(state: Pick<Slots, 'waiting' | 'refused'>): void {
      gauge(
        'orangery_requests_waiting',
        'Requests that wait for a slot, since their process works on 48 others.',
        () => state.waiting,
      )
      counter(
        'orangery_requests_refused_total',
        'Requests that were refused with 503: they had waited 0.7 s, or 10,000 waited.',
        () => state.refused,
      )
    },
    watchCaches(caches: Readonly<Record<string, CacheState>>): void {
      const hits = 'Look-ups that found a current entry. `responses` has bodies, the others totals.'
      const read = (member: keyof CacheState) => eachOf(caches, (cache) => cache[member])
      const of = { label: 'cache' }
      counter('orangery_cache_hits_total', hits, read('hits'), of)
      counter('orangery_cache_misses_total', 'Look-ups that found none.', read('misses'), of)
      gauge('orangery_cache_bytes', 'Estimated size of the entries.', read('bytes'), of)
      gauge('orangery_cache_entries', 'Entries.', read('entries'), of)
    },
  }
}

function eachOf<State>(states: Readonly<Record<string, State>>, read: (state: State) => number) {
  return () => Object.entries(states).map(([name, state]): Labelled => [read(state), name])
}
