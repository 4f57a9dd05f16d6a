import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from 'prom-client'
import { type Labelled, watching } from './watch.ts'

const RESOLUTION_MS = 10
const QUANTILES = [0.5, 0.99, 1]

/** Registers the metrics of this process. Returns a function that ends the measurement. */
export function watchProcess(registry: Registry, lostLines: () => number): () => void {
  const { gauge, counter } = watching(registry)
  gauge('orangery_process_resident_memory_bytes', 'Resident memory of the processes.', () =>
    process.memoryUsage.rss(),
  )
  gauge(
    'orangery_process_heap_used_bytes',
    'Used JavaScript heap of the processes.',
    () => process.memoryUsage().heapUsed,
  )
  counter('orangery_process_cpu_seconds_total', 'CPU time of the processes.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  counter('orangery_log_lines_lost_total', 'Log lines that were dropped.', lostLines)
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  gauge(
    'orangery_event_loop_delay_seconds',
    'Delay of the event loop since the last scrape, of the slowest process. The quantile 1 is the longest.',
    () => {
      const values = QUANTILES.map((quantile): Labelled => {
        const nanoseconds = quantile === 1 ? delay.max : delay.percentile(100 * quantile)
        // The histogram has the time between two ticks of a timer, and is empty before the first tick.
        const late = delay.count === 0 ? 0 : nanoseconds / 1e9 - RESOLUTION_MS / 1000
        return [Math.max(0, late), String(quantile)]
      })
      delay.reset()
      return values
    },
    { label: 'quantile', aggregator: 'max' },
  )
  return () => void delay.disable()
}
