import type { Logger } from 'pino'
import type { Database } from '../../database/client.ts'
import { isLockHeld } from '../../database/revocation.ts'
import { FairWork } from '../jobs/fair-work.ts'
import type { Job } from '../jobs/job-loop.ts'
import { CHANGES_DUE, listDueClients, storeExpiries } from './due-clients.writes.ts'
import { recordChanges } from './record-changes.writes.ts'

// Reading one client with many grants takes a second. It delays the other clients of its firm, and no other firm.
const MAX_RUNNING = 3
const MAX_OF_FIRM = 1
// While listed clients wait, a new list is made after this time.
const LISTED_MS = 400
// A client whose portfolio is being written is read again after this time, and one with damaged data too.
const PAUSE_OF_CLIENT_MS = 1_000
const PAUSE_AFTER_FAILURE_MS = 60_000

interface FeedJobOptions {
  readonly database: Database
  readonly log: Logger
  /** A client was read. */
  readonly onEnd: () => void
}

/** Reports what has changed in the feeds of keys. Several processes may do it at a time. */
export class FeedJob implements Job {
  readonly name = 'changes'
  readonly due = CHANGES_DUE
  readonly failure = 'changes were not read'
  readonly #options: FeedJobOptions
  readonly #work: FairWork
  /** When a client that could not be read whole is read again, by a clock that is not set back. */
  readonly #later = new Map<string, number>()
  #listedAt = 0

  constructor(options: FeedJobOptions) {
    this.#options = options
    this.#work = new FairWork({
      most: MAX_RUNNING,
      mostOfFirm: MAX_OF_FIRM,
      work: (clientId) => this.#record(clientId),
      onEnd: options.onEnd,
    })
  }

  async look(at: Date, isDue: boolean): Promise<void> {
    const isListed = this.#work.isWaiting && performance.now() - this.#listedAt < LISTED_MS
    if (isDue && !isListed) await this.#begin(at)
  }

  /** Waits for the clients that are being read. */
  stop(): Promise<void> {
    return this.#work.stop()
  }

  /** Reports everything that is due at an instant of the database. */
  async runOnce(at: Date): Promise<void> {
    while ((await this.#begin(at)) > 0) await this.#work.idle()
  }

  // Returns the number of clients that are due.
  async #begin(at: Date): Promise<number> {
    const { pool } = this.#options.database
    await storeExpiries(pool, at)
    const due = await listDueClients(pool, this.#postponed())
    this.#listedAt = performance.now()
    this.#work.offer(due)
    return due.length
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
