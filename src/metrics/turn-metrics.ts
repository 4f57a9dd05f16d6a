import type { Registry } from 'prom-client'
import { watchCounter, watchGauge } from './watch.ts'

/** The state of the line of requests. */
export interface TurnState {
  readonly waiting: number
  /** The number of refused requests since the start. */
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
      help: 'Requests that were refused because they had waited too long, or the line was full.',
    },
    () => [[state.refused]],
  )
}
