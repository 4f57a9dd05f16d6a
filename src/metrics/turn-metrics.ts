import type { Registry } from 'prom-client'
import type { TurnLoad } from '../http/turns.ts'
import { watchCounter, watchGauge } from './watch.ts'

/** Registers the metrics of requests that wait for their turn. */
export function watchTurns(registry: Registry, load: TurnLoad): void {
  watchGauge(
    registry,
    { name: 'orangery_requests_waiting', help: 'Requests that wait for their turn.' },
    () => [[load.waiting]],
  )
  watchCounter(
    registry,
    {
      name: 'orangery_requests_refused_total',
      help: 'Requests that were refused since they had waited too long, or the line was full.',
    },
    () => [[load.refused]],
  )
}
