import type { Logger } from 'pino'
import type { RunningWorker, StopOrder } from './worker-process.ts'
import { WorkerSlot } from './worker-slot.ts'

interface PoolOptions {
  readonly workers: number
  readonly fork: () => RunningWorker
  readonly log: Logger
  readonly drainGraceMs: number
  /** Called when a worker has ended by itself. */
  readonly onRestart?: () => void
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

  /**
   * Replaces the workers one after another. A call during a rolling restart causes one more restart after
   * it, so that every worker is newer than the last call.
   */
  requestRoll(): void {
    if (this.#isRollWaiting) return
    this.#isRollWaiting = true
    this.#rolled = this.#rolled.then(() => this.#roll())
  }

  /** Stops the workers and waits until they have ended. */
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
