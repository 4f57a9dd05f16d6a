import type { Logger } from 'pino'
import type { Database } from '../../database/client.ts'
import { FairWork } from '../jobs/fair-work.ts'
import { JobHealth, type Outcome } from '../jobs/job-health.ts'
import type { Job } from '../jobs/job-loop.ts'
import { together } from '../jobs/together.ts'
import { CHANGES_DUE, listDueClients, OLDEST_CHANGE, storeExpiries } from './due-clients.writes.ts'
import { recordAlone, recordTogether } from './record-changes.writes.ts'

// The clients of a firm that begin together share their statements. One with many grants, which takes a second, delays
// the others of its firm, and no other firm.
const CLIENTS_OF_TURN = 25
// Each turn is a transaction. The other statements of Prisma need a connection, too: with a pool of 10, it has 3.
const MAX_RUNNING = 2

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
  readonly #groups = new Map<string | null, (clientId: string) => Promise<boolean>>()

  constructor({ database, log, onEnd }: FeedJobOptions) {
    this.#database = database
    this.health = new JobHealth('changes', log)
    this.#work = new FairWork({
      health: this.health,
      most: MAX_RUNNING,
      mostOfFirm: 1,
      ofTurn: CLIENTS_OF_TURN,
      work: (clientId, _signal, firmId) => this.#record(clientId, firmId),
      onEnd,
    })
  }

  async look(at: Date, isDue: boolean): Promise<void> {
    if (isDue && !this.#work.isListed && !this.#work.isResting) await this.#begin(at)
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
    this.#work.offer(due)
    return due.length
  }

  // A client whose portfolio is being written is read again a second later.
  async #record(clientId: string, firmId: string | null): Promise<Outcome> {
    const group = this.#groups.get(firmId) ?? this.#newGroup(firmId)
    return (await group(clientId)) ? 'done' : 'later'
  }

  // The group of a firm is forgotten when its statements begin.
  #newGroup(firmId: string | null) {
    const group = together({
      all: (clientIds: readonly string[]) => {
        this.#groups.delete(firmId)
        return recordTogether(this.#database, clientIds)
      },
      one: (clientId) => recordAlone(this.#database, clientId),
    })
    this.#groups.set(firmId, group)
    return group
  }
}
