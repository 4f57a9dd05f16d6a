import type { Logger } from 'pino'
import { type Job, measured } from '../../measured.ts'
import { Pause } from './pause.ts'

const PAUSE_AFTER_ERROR_MS = 5_000

interface JobOptions {
  readonly name: Job
  readonly log: Logger
  /** The line of the log when a run fails. */
  readonly failure: string
  readonly pauseMs: number
  /** One run. True: there is more, and the next run follows without a pause. */
  readonly run: () => Promise<boolean>
}

/** A job that runs again and again, with a pause after each run, until it is stopped. */
export class RepeatedJob {
  readonly #options: JobOptions
  readonly #pause = new Pause()
  #done: Promise<void> = Promise.resolve()
  #isStopping = false
  #isFailing = false

  constructor(options: JobOptions) {
    this.#options = options
  }

  /** Whether a run should end early. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  start(): void {
    this.#done = this.#repeat()
  }

  /** Ends the pause: there is something to do. */
  wake(): void {
    this.#pause.end()
  }

  /** Begins no further run, and waits for the one that has begun. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#pause.stop()
    await this.#done
  }

  async #repeat(): Promise<void> {
    while (!this.#isStopping) {
      const pauseMs = await this.#run()
      if (pauseMs > 0) await this.#pause.wait(pauseMs)
    }
  }

  async #run(): Promise<number> {
    const { name, log, failure, pauseMs, run } = this.#options
    try {
      const hasMore = await run()
      measured.emit('job', name, 'succeeded')
      this.#isFailing = false
      return hasMore ? 0 : pauseMs
    } catch (error) {
      measured.emit('job', name, 'failed')
      // Log only once for each outage.
      if (!this.#isFailing) log.warn({ err: error }, failure)
      this.#isFailing = true
      return PAUSE_AFTER_ERROR_MS
    }
  }
}
