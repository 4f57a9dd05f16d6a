import type pg from 'pg'
import type { Logger } from 'pino'
import { type Due, FairWork, readDue } from '../jobs/fair-work.ts'
import { JobHealth, type Outcome } from '../jobs/job-health.ts'
import type { Job } from '../jobs/job-loop.ts'
import { type ClaimedMail, claimMail, isDropped } from './claim.writes.ts'
import { type MailPost, sendClaimed } from './send-mails.ts'

// Each running mail is one process of the mail command.
const MAX_RUNNING = 4
const MAX_OF_FIRM = 2

const WAITING = "state = 'waiting' AND next_try_at <="

/** The mails that are due. */
export function readDueMails(pool: pg.Pool, now: Date): Promise<Due[]> {
  const select = `SELECT id, firm_id, next_try_at AS since FROM mails WHERE ${WAITING} $1::timestamptz`
  return readDue(pool, select, [now], 'mails')
}

/** Since when the oldest mail is due. */
export const OLDEST_MAIL = `SELECT min(next_try_at) FROM mails WHERE ${WAITING} now()`

interface MailJobOptions extends MailPost {
  readonly pool: pg.Pool
  readonly log: Logger
  /** A mail was sent, or was not. */
  readonly onEnd: () => void
}

/**
 * Sends the stored mails, a few at the same time. The firms that they are sent for take turns. Several processes share
 * the mails.
 */
export class MailJob implements Job {
  readonly health: JobHealth
  readonly due = [`SELECT 1 FROM mails WHERE ${WAITING} now()`]
  readonly oldest = OLDEST_MAIL
  readonly failure = 'waiting mails were not read'
  readonly #options: MailJobOptions
  readonly #work: FairWork

  constructor(options: MailJobOptions) {
    this.#options = options
    this.health = new JobHealth('mails', options.log)
    this.#work = new FairWork({
      health: this.health,
      most: MAX_RUNNING,
      mostOfFirm: MAX_OF_FIRM,
      work: (id, signal) => this.#send(id, signal),
      onEnd: options.onEnd,
    })
  }

  async look(at: Date, isDue: boolean): Promise<void> {
    if (isDue && !this.#work.isResting) this.#work.offer(await readDueMails(this.#options.pool, at))
  }

  /** Ends the commands that still run after three seconds. */
  stop(): Promise<void> {
    return this.#work.stop()
  }

  async #send(id: string, signal: AbortSignal): Promise<Outcome> {
    const { prisma, now, log } = this.#options
    const claim = await claimMail(prisma, await now(), id)
    if (claim === null || claim === 'later') return 'later'
    if (!isDropped(claim)) return this.#sendClaimed(claim, signal)
    logDropped(log, claim.dropped)
    return 'done'
  }

  async #sendClaimed(claim: ClaimedMail, signal: AbortSignal): Promise<Outcome> {
    const { log } = this.#options
    const { id, kind } = claim
    const { store } = this.health
    const sent = await sendClaimed(this.#options, claim, logFailure(log, claim), { signal, store })
    if (sent === 'failed') log.error({ mail: id, kind }, 'mail given up')
    return sent === 'failed' || sent === 'waiting' ? 'failed' : 'done'
  }
}

// The address of a mail is never logged.
function logDropped(log: Logger, { id, kind }: Pick<ClaimedMail, 'id' | 'kind'>): void {
  log.warn({ mail: id, kind }, 'mail dropped: it was requested too long ago')
}

function logFailure(log: Logger, { id, kind, tries }: ClaimedMail) {
  return (error: unknown) => log.error({ err: error, mail: id, kind, tries }, 'mail not sent')
}
