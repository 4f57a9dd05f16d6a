import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from 'prom-client'
import { type Value, watchCounter, watchGauge } from './watch.ts'

const RESOLUTION_MS = 10
const QUANTILES = [0.5, 0.99, 1]

/** Registers the metrics of this process. Returns a function that ends the measurement. */
export function watchProcess(registry: Registry, lostLines: () => number): () => void {
  watchMemory(registry)
  watchCounter(
    registry,
    { name: 'orangery_process_cpu_seconds_total', help: 'CPU time of the processes.' },
    () => {
      const { user, system } = process.cpuUsage()
      return [[(user + system) / 1e6]]
    },
  )
  watchCounter(
    registry,
    { name: 'orangery_log_lines_lost_total', help: 'Log lines that were dropped.' },
    () => [[lostLines()]],
  )
  return watchEventLoop(registry)
}

function watchMemory(registry: Registry): void {
  watchGauge(
    registry,
    { name: 'orangery_process_resident_memory_bytes', help: 'Resident memory of the processes.' },
    () => [[process.memoryUsage.rss()]],
  )
  watchGauge(
    registry,
    { name: 'orangery_process_heap_used_bytes', help: 'Used JavaScript heap of the processes.' },
    () => [[process.memoryUsage().heapUsed]],
  )
}

function watchEventLoop(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const read = (): Value[] => {
    const values = QUANTILES.map((quantile): Value => {
      const nanoseconds = quantile === 1 ? delay.max : delay.percentile(100 * quantile)
      // The histogram has the time between two ticks of a timer, so the resolution is subtracted. It is empty before
      // the first tick.
      const late = delay.count === 0 ? 0 : nanoseconds / 1e9 - RESOLUTION_MS / 1000
      return [Math.max(0, late), String(quantile)]
    })
    delay.reset()
    return values
  }
  watchGauge(
    registry,
    {
      name: 'orangery_event_loop_delay_seconds',
      help: 'Delay of the event loop since the last scrape, of the slowest process. The quantile 1 is the longest.',
      label: 'quantile',
      aggregator: 'max',
    },
    read,
  )
  return () => void delay.disable()
}
