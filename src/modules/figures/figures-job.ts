import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../database/clock.ts'
import { measured } from '../../measured.ts'
import { storeFigures } from './day.writes.ts'
import { storeMonth } from './month.writes.ts'

const HOUR_MS = 3_600_000

interface FiguresOptions {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly now: Clock
}

/** Stores the figures of days and months that have ended. It runs when it is started, and an hour after each run. */
export class FiguresJob {
  readonly #options: FiguresOptions
  #timer: NodeJS.Timeout | undefined
  #done: Promise<void> = Promise.resolve()
  #stopping = false

  constructor(options: FiguresOptions) {
    this.#options = options
  }

  /** Starts the job. A failure is logged, and the job tries again in an hour. */
  start(): void {
    this.#done = this.#run().then(() => {
      if (!this.#stopping) this.#timer = setTimeout(() => this.start(), HOUR_MS).unref()
    })
  }

  /** Stops the job and waits for the day that is being stored. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await this.#done
  }

  async #run(): Promise<void> {
    const { pool, log, now } = this.#options
    try {
      await storeFigures(pool, await now(), () => this.#stopping)
      if (!this.#stopping) await storeMonth(pool, await now())
      measured.emit('job', 'figures', 'succeeded')
    } catch (error) {
      measured.emit('job', 'figures', 'failed')
      log.warn({ err: error }, 'figures were not stored')
    }
  }
}
