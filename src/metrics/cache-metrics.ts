import type { Registry } from 'prom-client'
import { type Value, watchCounter, watchGauge } from './watch.ts'

/** The state of a cache. */
export interface WatchedCache {
  /** The number of look-ups since the start that found a current entry. */
  readonly hits: number
  /** The number of look-ups since the start that found none. */
  readonly misses: number
  readonly bytes: number
  readonly entries: number
}

/** Registers the metrics of caches by name. */
export function watchCaches(
  registry: Registry,
  caches: Readonly<Record<string, WatchedCache>>,
): void {
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
