import type pg from 'pg'
import type { Logger } from 'pino'
import { type Due, readDue } from '../jobs/due.reads.ts'
import { FairWork } from '../jobs/fair-work.ts'
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
  readonly name = 'mails'
  readonly due = [`SELECT 1 FROM mails WHERE ${WAITING} now()`]
  readonly failure = 'waiting mails were not read'
  readonly #options: MailJobOptions
  readonly #work: FairWork

  constructor(options: MailJobOptions) {
    this.#options = options
    this.#work = new FairWork({
      most: MAX_RUNNING,
      mostOfFirm: MAX_OF_FIRM,
      work: (id, signal) => this.#send(id, signal),
      onEnd: options.onEnd,
    })
  }

  async look(at: Date, isDue: boolean): Promise<void> {
    if (isDue) this.#work.offer(await readDueMails(this.#options.pool, at))
  }

  /** Ends the commands that still run after three seconds. */
  stop(): Promise<void> {
    return this.#work.stop()
  }

  async #send(id: string, signal: AbortSignal): Promise<void> {
    const { prisma, now, log } = this.#options
    try {
      const claim = await claimMail(prisma, await now(), id)
      if (claim === null || claim === 'later') return
      if (isDropped(claim)) logDropped(log, claim.dropped)
      else await this.#sendClaimed(claim, signal)
    } catch (error) {
      log.error({ err: error, mail: id }, 'the state of a mail was not stored')
    }
  }

  async #sendClaimed(claim: ClaimedMail, signal: AbortSignal): Promise<void> {
    const { log } = this.#options
    const { id, kind } = claim
    const sent = await sendClaimed(this.#options, claim, logFailure(log, claim), signal)
    if (sent === 'failed') log.error({ mail: id, kind }, 'mail given up')
  }
}

// The address of a mail is never logged.
function logDropped(log: Logger, { id, kind }: Pick<ClaimedMail, 'id' | 'kind'>): void {
  log.warn({ mail: id, kind }, 'mail dropped: it was requested too long ago')
}

function logFailure(log: Logger, { id, kind, tries }: ClaimedMail) {
  return (error: unknown) => log.error({ err: error, mail: id, kind, tries }, 'mail not sent')
}
