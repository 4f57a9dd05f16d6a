import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../database/clock.ts'
import { measured, type Job as Name } from '../../measured.ts'
import { JobHealth } from './job-health.ts'

/** A run of a job that does its items one after another. */
export interface Run {
  /** Whether nothing more is to be done: the job stops, or the database refuses work. */
  isOver(): boolean
  /** Does an item that is due since then. A failure keeps no other item from being done. `work` may return `failed`. */
  item(id: string, since: Date, work: () => Promise<unknown>): Promise<void>
}

/** A run outside of a job: an error of an item ends it. */
export const DIRECT: Run = {
  isOver: () => false,
  item: async (_id, _since, work) => void (await work()),
}

export interface TimedParts {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly now: Clock
}

interface TimedOptions extends Omit<TimedParts, 'pool'> {
  readonly name: Name
  readonly everyMs: number
  readonly failure: string
  readonly run: (now: Date, run: Run) => Promise<void>
}

/** A job that runs when it is started, and again and again after each run. No request waits for it. */
export class TimedJob {
  readonly #options: TimedOptions
  readonly #health: JobHealth
  #timer: NodeJS.Timeout | undefined
  #done: Promise<void> = Promise.resolve()
  #isStopping = false
  #oldest: Date | null = null

  constructor(options: TimedOptions) {
    this.#options = options
    this.#health = new JobHealth(options.name, options.log)
  }

  /** Starts the job. Failed work is tried again in the next run, which comes soon if the database has refused work. */
  start(): void {
    measured.emit('jobStarted', this.#options.name)
    this.#begin()
  }

  /** Stops the job and waits for the item that is being done. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    await this.#done
  }

  #begin(): void {
    this.#done = this.#run().then(() => {
      const wait = this.#health.isRefused ? this.#health.pauseMs : this.#options.everyMs
      if (!this.#isStopping) this.#timer = setTimeout(() => this.#begin(), wait).unref()
    })
  }

  async #run(): Promise<void> {
    const { name, now, run, failure } = this.#options
    this.#oldest = null
    const isOver = () => this.#isStopping || this.#health.pauseMs > 0
    try {
      await run(await now(), { isOver, item: (...item) => this.#item(...item) })
      this.#health.endRun(this.#oldest !== null)
    } catch (error) {
      this.#health.failRun(error, failure)
    }
    measured.emit('oldestItem', name, this.#oldest)
  }

  async #item(id: string, since: Date, work: () => Promise<unknown>): Promise<void> {
    const outcome = await this.#health.item(id, async () =>
      (await work()) === 'failed' ? 'failed' : 'done',
    )
    if (outcome !== 'done' && (this.#oldest === null || since < this.#oldest)) this.#oldest = since
  }
}
