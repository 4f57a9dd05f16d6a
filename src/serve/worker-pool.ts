import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { RunningWorker, StopOrder } from './worker-process.ts'

interface PoolOptions extends Omit<SlotOptions, 'stopping'> {
  readonly workers: number
}

/** The workers of a gateway. A worker that ends by itself is replaced. */
export class WorkerPool {
  readonly #log: Logger
  readonly #slots: readonly WorkerSlot[]
  readonly #stopping = new AbortController()
  #rolled: Promise<void> = Promise.resolve()
  #isRollWaiting = false

  constructor({ workers, ...options }: PoolOptions) {
    this.#log = options.log
    const { signal: stopping } = this.#stopping
    this.#slots = Array.from({ length: workers }, () => new WorkerSlot({ ...options, stopping }))
  }

  /** Starts the workers. Returns their port once all listen. */
  async start(): Promise<number> {
    const [port = 0] = await Promise.all(this.#slots.map((slot) => slot.renew()))
    return port
  }

  /** Replaces the workers one after another, and again if it was called meanwhile: all are newer than the last call. */
  requestRoll(): void {
    if (this.#isRollWaiting) return
    this.#isRollWaiting = true
    this.#rolled = this.#rolled.then(() => this.#roll())
  }

  async stop(order: StopOrder): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#slots.map((slot) => slot.stop(order)))
  }

  /** Kills the workers. `stop` then returns. */
  kill(): void {
    for (const slot of this.#slots) slot.kill()
  }

  async #roll(): Promise<void> {
    this.#isRollWaiting = false
    this.#log.info('rolling restart')
    try {
      for (const slot of this.#slots) {
        if (this.#stopping.signal.aborted) return
        await slot.renew()
      }
      this.#log.info('rolling restart done')
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      this.#log.error({ err: error }, 'rolling restart ended: the new worker did not start')
    }
  }
}

interface SlotOptions {
  readonly fork: () => RunningWorker
  readonly log: Logger
  readonly drainGraceMs: number
  readonly onRestart?: () => void
  /** Aborts when workers are no longer restarted. */
  readonly stopping: AbortSignal
}

// A position for one worker. A worker that ends is replaced by a new one.
class WorkerSlot {
  readonly #options: SlotOptions
  readonly #delay = new RestartDelay()
  /** All running processes: also workers that are starting, and replaced workers that are ending. */
  readonly #alive = new Set<RunningWorker>()
  #current: RunningWorker | undefined

  constructor(options: SlotOptions) {
    this.#options = options
  }

  /**
   * Starts a worker, waits until it listens, and then stops the previous one. Returns the port. Throws if the new one
   * does not start; the previous one stays.
   */
  async renew(): Promise<number> {
    const { fork, log, drainGraceMs } = this.#options
    const startedAt = performance.now()
    const worker = fork()
    this.#alive.add(worker)
    void worker.ended.then(() => this.#alive.delete(worker))
    const port = await worker.listening
    const before = this.#current
    this.#current = worker
    void worker.ended.then((end) => this.#onEnd(worker, end, startedAt))
    log.info({ worker: worker.pid, ...(before && { replaces: before.pid }) }, 'worker listening')
    await before?.stop({ graceMs: drainGraceMs, isReplaced: true })
    return port
  }

  async stop(order: StopOrder): Promise<void> {
    await Promise.all([...this.#alive].map((worker) => worker.stop(order)))
  }

  kill(): void {
    for (const worker of this.#alive) worker.kill()
  }

  async #onEnd(
    worker: RunningWorker,
    end: Awaited<RunningWorker['ended']>,
    startedAt: number,
  ): Promise<void> {
    const { log, stopping, onRestart } = this.#options
    if (worker !== this.#current || stopping.aborted) return
    this.#current = undefined
    log.error({ worker: worker.pid, ...end }, 'worker ended; another one follows')
    onRestart?.()
    await this.#revive(performance.now() - startedAt)
  }

  // A rolling restart can start a worker in this position during the delay.
  async #revive(lifeMs: number): Promise<void> {
    const { log, stopping } = this.#options
    for (let lived = lifeMs; !this.#current && !stopping.aborted; ) {
      const milliseconds = this.#delay.after(lived)
      await sleep(milliseconds, undefined, { signal: stopping }).catch(() => {})
      if (this.#current || stopping.aborted) return
      const startedAt = performance.now()
      await this.renew().catch((error: unknown) => {
        if (!stopping.aborted) log.error({ err: error }, 'worker not started')
      })
      lived = performance.now() - startedAt
    }
  }
}

const FIRST_MS = 100
const LONGEST_MS = 10_000
const STEADY_MS = 30_000

/** The delay before a worker that has ended is started again. It grows with each restart until a long run. */
export class RestartDelay {
  #next = FIRST_MS

  after(lifeMs: number): number {
    const delay = lifeMs >= STEADY_MS ? FIRST_MS : this.#next
    this.#next = Math.min(delay * 2, LONGEST_MS)
    return delay
  }
}
