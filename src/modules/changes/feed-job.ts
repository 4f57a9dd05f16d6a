import type { Logger } from 'pino'
import type { Database } from '../../database/client.ts'
import type { Clock } from '../../database/clock.ts'
import { isLockHeld } from '../../database/revocation.ts'
import { RepeatedJob } from '../jobs/repeated-job.ts'
import { listDueClients, markExpiredLinks, storeExpiries } from './due-clients.writes.ts'
import { recordChanges } from './record-changes.writes.ts'

const PAUSE_MS = 300
// A client whose portfolio is being written is read again after this time, and one with damaged data too.
const PAUSE_OF_CLIENT_MS = 1_000
const PAUSE_AFTER_FAILURE_MS = 60_000

interface FeedJobOptions {
  readonly database: Database
  readonly log: Logger
  readonly now: Clock
}

/** Reports what has changed in the feeds of keys, until it is stopped. Several processes may do it at a time. */
export class FeedJob {
  readonly #options: FeedJobOptions
  /** When a client that could not be read whole is read again, by a clock that is not set back. */
  readonly #later = new Map<string, number>()
  readonly #job: RepeatedJob

  constructor(options: FeedJobOptions) {
    this.#options = options
    this.#job = new RepeatedJob({
      name: 'changes',
      log: options.log,
      failure: 'changes were not read',
      pauseMs: PAUSE_MS,
      run: () => this.runOnce().then(() => false),
    })
  }

  start(): void {
    this.#job.start()
  }

  /** Stops the job, and waits for the client that is being read. */
  stop(): Promise<void> {
    return this.#job.stop()
  }

  /** Reports everything that is due now. */
  async runOnce(): Promise<void> {
    const { database, now } = this.#options
    const at = await now()
    await storeExpiries(database.pool, at)
    await markExpiredLinks(database.pool, at)
    const read = new Set<string>()
    for (;;) {
      const due = await listDueClients(database.pool, [...this.#postponed(), ...read])
      if (due.length === 0 || this.#job.isStopping) return
      for (const clientId of due) {
        if (this.#job.isStopping) return
        read.add(clientId)
        await this.#record(clientId)
      }
    }
  }

  // The data of one client may be damaged. The others are read all the same.
  async #record(clientId: string): Promise<void> {
    const { database, log } = this.#options
    try {
      const isWhole = await recordChanges(database, clientId)
      if (!isWhole) this.#later.set(clientId, performance.now() + PAUSE_OF_CLIENT_MS)
    } catch (error) {
      const pause = isLockHeld(error) ? PAUSE_OF_CLIENT_MS : PAUSE_AFTER_FAILURE_MS
      this.#later.set(clientId, performance.now() + pause)
      if (!isLockHeld(error))
        log.warn({ err: error, client_id: clientId }, 'changes of a client were not read')
    }
  }

  #postponed(): string[] {
    const now = performance.now()
    for (const [clientId, until] of this.#later) if (until <= now) this.#later.delete(clientId)
    return [...this.#later.keys()]
  }
}
