import type { Registry } from 'prom-client'
import { type Value, watchGauge } from './watch.ts'

/** The state of a pool of connections: members of `pg.Pool`. */
export interface PoolState {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max: number }
}

/** Registers the metrics of the pools of connections to the database, by name. */
export function watchPools(registry: Registry, pools: Readonly<Record<string, PoolState>>): void {
  const watch = (name: string, help: string, read: (pool: PoolState) => number) =>
    watchGauge(registry, { name: `orangery_database_${name}`, help, label: 'pool' }, (): Value[] =>
      Object.entries(pools).map(([pool, state]) => [read(state), pool]),
    )
  watch('connections', 'Open connections, by pool.', ({ totalCount }) => totalCount)
  watch('connections_idle', 'Open connections without work, by pool.', ({ idleCount }) => idleCount)
  watch('connections_max', 'The limit of open connections, by pool.', ({ options }) => options.max)
  watch(
    'connection_waiters',
    'Statements that wait for a connection, by pool.',
    ({ waitingCount }) => waitingCount,
  )
}
