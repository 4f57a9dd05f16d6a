import type { Registry } from 'prom-client'
import { watchCounter, watchGauge } from './watch.ts'

/** The state of the connection to Redis. */
export interface RedisUse {
  readonly available: boolean
  readonly outages: number
}

/** Registers the metrics of Redis. Without Redis (`read` returns null) they have no values. */
export function watchRedis(registry: Registry, read: () => RedisUse | null): void {
  watchGauge(
    registry,
    {
      name: 'orangery_redis_in_use',
      help: '1 while all processes count requests in Redis, else 0.',
      aggregator: 'min',
    },
    () => {
      const state = read()
      return state ? [[state.available ? 1 : 0]] : []
    },
  )
  watchCounter(
    registry,
    { name: 'orangery_redis_outages_total', help: 'How often Redis has gone out of use.' },
    () => [[read()?.outages ?? 0]],
  )
}
