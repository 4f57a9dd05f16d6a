import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, Counter, Registry } from 'prom-client'
import { measureJobs } from './event-metrics.ts'
import { watchProcess } from './process-metrics.ts'
import { cumulativePart, type Snapshot, takeSnapshot } from './snapshot.ts'
import { watching } from './watch.ts'

const WAIT_MS = 1_000

export interface MeasuredWorker {
  readonly ended: Promise<unknown>
  /** Asks for a snapshot. `onMeasured` gets it, and also a snapshot that the worker sends by itself. */
  measure(): void
  onMeasured: (snapshot: Snapshot) => void
}

interface Known {
  latest: Snapshot
  /** Ends the wait for the worker. Set while it has not answered. */
  waiting: (() => void) | null
}

/**
 * The sum of the metrics of this process and its workers, with the latest counts of workers that have ended or do not
 * answer. Without these the sum would fall, and `rate` would read that as a restart of all processes.
 */
export class WorkerMetrics {
  readonly own = new Registry()
  readonly #restarts: Counter
  readonly #workers = new Map<MeasuredWorker, Known>()
  #ended: Snapshot[] = []

  constructor(lostLines: () => number) {
    watchProcess(this.own, lostLines)
    // The jobs run in this process. They send mails, deliver webhooks and remove rows.
    measureJobs(this.own)
    this.#restarts = new Counter({
      name: 'orangery_worker_restarts_total',
      help: 'Workers that have ended by themselves. Only with workers.',
      registers: [this.own],
    })
    watching(this.own).gauge(
      'orangery_workers',
      'Workers, by whether they answer. Only with workers.',
      () => {
        const silent = [...this.#workers.values()].filter(({ waiting }) => waiting).length
        return [
          [this.#workers.size - silent, 'answering'],
          [silent, 'silent'],
        ]
      },
      { label: 'state' },
    )
  }

  /** The worker must listen already. */
  add(worker: MeasuredWorker): void {
    const known: Known = { latest: [], waiting: null }
    this.#workers.set(worker, known)
    worker.onMeasured = (snapshot) => {
      known.latest = snapshot
      known.waiting?.()
      known.waiting = null
    }
    void worker.ended.then(() => {
      this.#workers.delete(worker)
      this.#ended.push(cumulativePart(known.latest))
      known.waiting?.()
    })
  }

  countRestart(): void {
    this.#restarts.inc()
  }

  /** The sum as text. Waits up to a second for workers, except for those that were silent before. */
  async read(): Promise<string> {
    const late = new AbortController()
    const deadline = sleep(WAIT_MS, undefined, { signal: late.signal }).catch(() => {})
    await Promise.race([this.#askAll(), deadline])
    late.abort()
    const own = await takeSnapshot(this.own)
    const living = [...this.#workers.values()].map(({ latest, waiting }) =>
      waiting ? cumulativePart(latest) : latest,
    )
    const ended = [...this.#ended]
    const text = await AggregatorRegistry.aggregate([own, ...ended, ...living]).metrics()
    await this.#merge(ended.length)
    return text
  }

  async #askAll(): Promise<void> {
    const asked = [...this.#workers].map(([worker, known]) => {
      if (known.waiting) return undefined
      return new Promise<void>((resolve) => {
        known.waiting = resolve
        worker.measure()
      })
    })
    await Promise.all(asked)
  }

  // Merges the snapshots of ended workers, because one snapshot for each would use more and more memory.
  async #merge(count: number): Promise<void> {
    if (count < 2) return
    const sum = AggregatorRegistry.aggregate(this.#ended.slice(0, count))
    this.#ended.splice(0, count, await takeSnapshot(sum))
  }
}
