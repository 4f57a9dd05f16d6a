import type { Registry } from 'prom-client'
import { watchCounter, watchGauge } from './watch.ts'

/** What the line of requests reports. */
export interface TurnState {
  readonly waiting: number
  /** Since the start. */
  readonly refused: number
}

/** Registers the metrics of requests that wait for their turn. */
export function watchTurns(registry: Registry, state: TurnState): void {
  watchGauge(
    registry,
    { name: 'orangery_requests_waiting', help: 'Requests that wait for their turn.' },
    () => [[state.waiting]],
  )
  watchCounter(
    registry,
    {
      name: 'orangery_requests_refused_total',
      help: 'Requests that were refused since they had waited too long, or the line was full.',
    },
    () => [[state.refused]],
  )
}
