import type { Logger } from 'pino'
import type { Database } from '../../database/client.ts'
import { FairWork } from '../jobs/fair-work.ts'
import { JobHealth, type Outcome } from '../jobs/job-health.ts'
import type { Job } from '../jobs/job-loop.ts'
import { CHANGES_DUE, listDueClients, OLDEST_CHANGE, storeExpiries } from './due-clients.writes.ts'
import { recordChanges } from './record-changes.writes.ts'

// Reading one client with many grants takes a second. It delays the other clients of its firm, and no other firm.
const MAX_RUNNING = 3
const MAX_OF_FIRM = 1
// While listed clients wait, a new list is made after this time.
const LISTED_MS = 400

interface FeedJobOptions {
  readonly database: Database
  readonly log: Logger
  /** A client was read. */
  readonly onEnd: () => void
}

/** Reports what has changed in the feeds of keys. Several processes may do it at a time. */
export class FeedJob implements Job {
  readonly health: JobHealth
  readonly due = CHANGES_DUE
  readonly oldest = OLDEST_CHANGE
  readonly failure = 'changes were not read'
  readonly #database: Database
  readonly #work: FairWork
  #listedAt = 0

  constructor({ database, log, onEnd }: FeedJobOptions) {
    this.#database = database
    this.health = new JobHealth('changes', log)
    this.#work = new FairWork({
      health: this.health,
      most: MAX_RUNNING,
      mostOfFirm: MAX_OF_FIRM,
      work: (clientId) => this.#record(clientId),
      onEnd,
    })
  }

  async look(at: Date, isDue: boolean): Promise<void> {
    const isListed = this.#work.isWaiting && performance.now() - this.#listedAt < LISTED_MS
    if (isDue && !isListed && !this.#work.isResting) await this.#begin(at)
  }

  /** Waits for the clients that are being read. */
  stop(): Promise<void> {
    return this.#work.stop()
  }

  /** Reports everything that is due at an instant of the database. */
  async runOnce(at: Date): Promise<void> {
    while (!this.#work.isResting && (await this.#begin(at)) > 0) await this.#work.idle()
  }

  // Returns the number of clients that are due.
  async #begin(at: Date): Promise<number> {
    const { pool } = this.#database
    await storeExpiries(pool, at)
    const due = await listDueClients(pool, this.#work.postponed)
    this.#listedAt = performance.now()
    this.#work.offer(due)
    return due.length
  }

  // A client whose portfolio is being written is read again a second later.
  async #record(clientId: string): Promise<Outcome> {
    return (await recordChanges(this.#database, clientId)) ? 'done' : 'later'
  }
}
