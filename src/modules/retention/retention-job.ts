import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../database/clock.ts'
import { measured } from '../../measured.ts'
import { purgeExpired } from './purge.writes.ts'
import { reportPurge } from './purges.ts'

const DAY_MS = 86_400_000
const WITHHELD =
  'a purge was withheld: it would take too much of a table in one go. Check the clock of the database, then run: orangery purge'

interface RetentionOptions {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly now: Clock
}

/** Removes expired rows when it is started and once a day after that. No request waits for it. */
export class RetentionJob {
  readonly #options: RetentionOptions
  #timer: NodeJS.Timeout | undefined
  #done: Promise<void> = Promise.resolve()

  constructor(options: RetentionOptions) {
    this.#options = options
  }

  /** Starts the job. A failure is logged, and the job tries again the next day. */
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
      const purge = await purgeExpired(pool, await now())
      const { removed, withheld } = purge
      reportPurge(purge)
      measured.emit('job', 'retention', withheld.length > 0 ? 'failed' : 'succeeded')
      if (Object.keys(removed).length > 0) log.info({ removed }, 'expired rows removed')
      if (withheld.length > 0) log.error({ withheld }, WITHHELD)
    } catch (error) {
      measured.emit('job', 'retention', 'failed')
      log.warn({ err: error }, 'expired rows were not removed')
    }
  }
}
