import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { RestartDelay } from './restart-delay.ts'
import type { RunningWorker, StopOrder } from './worker-process.ts'

export interface SlotOptions {
  readonly fork: () => RunningWorker
  readonly log: Logger
  readonly drainGraceMs: number
  /** Called when a worker has ended by itself. */
  readonly onRestart?: () => void
  /** Aborts when workers are no longer restarted. */
  readonly stopping: AbortSignal
}

/** The place of one worker: a worker that ends is followed by another one. */
export class WorkerSlot {
  readonly #options: SlotOptions
  readonly #delay = new RestartDelay()
  /** Also workers that start, or that have been replaced and end. */
  readonly #alive = new Set<RunningWorker>()
  #current: RunningWorker | undefined

  constructor(options: SlotOptions) {
    this.#options = options
  }

  /**
   * Starts a worker, waits until it listens, and only then stops the one before. Returns the port.
   * Throws if it does not start: the one before goes on.
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

  // A rolling restart can fill the place in the meantime.
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
