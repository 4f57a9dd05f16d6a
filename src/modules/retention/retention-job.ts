import type pg from 'pg'
import type { Logger } from 'pino'
import { purgeExpired } from './expired.writes.ts'

const DAY_MS = 86_400_000

/** What an upkeep works with. */
export interface RetentionOptions {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly now: () => Date
}

/** Removes what has ended when it is started and once a day after that. No request waits for it. */
export class RetentionJob {
  readonly #options: RetentionOptions
  #timer: NodeJS.Timeout | undefined
  #done: Promise<void> = Promise.resolve()

  constructor(options: RetentionOptions) {
    this.#options = options
  }

  /** Begins; what fails is told in the log, and tried again the next day. */
  start(): void {
    this.#done = this.#tidy()
    this.#timer = setTimeout(() => this.start(), DAY_MS).unref()
  }

  /** Stops that, when what was begun has ended. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#done
  }

  async #tidy(): Promise<void> {
    const { pool, log, now } = this.#options
    try {
      const removed = await purgeExpired(pool, now())
      if (Object.keys(removed).length > 0) log.info({ removed }, 'removed what has ended')
    } catch (error) {
      log.warn({ err: error }, 'what has ended was not removed')
    }
  }
}
