import type pg from 'pg'
import type { Logger } from 'pino'
import { purgeExpired } from './purge.writes.ts'

const DAY_MS = 86_400_000

export interface RetentionOptions {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly now: () => Date
}

/** Removes expired rows when it is started and once a day after that. No request waits for it. */
export class RetentionJob {
  readonly #options: RetentionOptions
  #timer: NodeJS.Timeout | undefined
  #done: Promise<void> = Promise.resolve()

  constructor(options: RetentionOptions) {
    this.#options = options
  }

  /** Starts the job. A failure is logged, and tried again the next day. */
  start(): void {
    this.#done = this.#purge()
    this.#timer = setTimeout(() => this.start(), DAY_MS).unref()
  }

  /** Stops the job and waits for a run that has begun. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#done
  }

  async #purge(): Promise<void> {
    const { pool, log, now } = this.#options
    try {
      const removed = await purgeExpired(pool, now())
      if (Object.keys(removed).length > 0) log.info({ removed }, 'expired rows removed')
    } catch (error) {
      log.warn({ err: error }, 'expired rows were not removed')
    }
  }
}
