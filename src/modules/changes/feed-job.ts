import type { Logger } from 'pino'
import type { Database } from '../../database/client.ts'
import type { Clock } from '../../database/clock.ts'
import { isLockHeld } from '../../database/revocation.ts'
import { measured } from '../../measured.ts'
import { Pause } from '../../values/pause.ts'
import { listDueClients, markExpiredLinks, storeExpiries } from './due-clients.writes.ts'
import { recordChanges } from './record-changes.writes.ts'

const PAUSE_MS = 300
const PAUSE_AFTER_ERROR_MS = 5_000
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
  #done: Promise<void> = Promise.resolve()
  readonly #pause = new Pause()
  #stopping = false
  #isFailing = false

  constructor(options: FeedJobOptions) {
    this.#options = options
  }

  start(): void {
    this.#done = this.#run()
  }

  /** Stops the job, and waits for the client that is being read. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#pause.stop()
    await this.#done
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
      if (due.length === 0 || this.#stopping) return
      for (const clientId of due) {
        if (this.#stopping) return
        read.add(clientId)
        await this.#record(clientId)
      }
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const pause = await this.runOnce().then(
        () => this.#succeed(),
        (error: unknown) => this.#fail(error),
      )
      await this.#pause.wait(pause)
    }
  }

  #succeed(): number {
    this.#isFailing = false
    measured.emit('job', 'changes', 'succeeded')
    return PAUSE_MS
  }

  #fail(error: unknown): number {
    measured.emit('job', 'changes', 'failed')
    // Log only once for each outage.
    if (!this.#isFailing) this.#options.log.warn({ err: error }, 'changes were not read')
    this.#isFailing = true
    return PAUSE_AFTER_ERROR_MS
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
