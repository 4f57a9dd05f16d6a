import type { Logger } from 'pino'
import { measured } from '../../measured.ts'
import { Pause } from '../../values/pause.ts'
import { type ClaimedMail, claimMail, isDropped } from './claim.writes.ts'
import { type MailPost, sendClaimed } from './send-mails.ts'

const PAUSE_MS = 1_000
const PAUSE_AFTER_ERROR_MS = 5_000
// Each running mail is one process of the mail command.
const MAX_RUNNING = 4
/** The time that mails in progress still have when the job stops. The next process tries the others again. */
const GRACE_MS = 3_000

interface MailJobOptions extends MailPost {
  readonly log: Logger
}

/** Sends the stored mails, a few at the same time, until it is stopped. Several processes share the mails. */
export class MailJob {
  readonly #options: MailJobOptions
  readonly #running = new Set<Promise<void>>()
  readonly #abort = new AbortController()
  #done: Promise<void> = Promise.resolve()
  readonly #pause = new Pause()
  #stopping = false
  #isFailing = false

  constructor(options: MailJobOptions) {
    this.#options = options
  }

  start(): void {
    this.#done = this.#run()
  }

  /** Stops the job, and ends the commands that still run after three seconds. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#pause.stop()
    const limit = setTimeout(() => this.#abort.abort(), GRACE_MS)
    await this.#done
    await Promise.all(this.#running)
    clearTimeout(limit)
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      if (this.#running.size >= MAX_RUNNING) await Promise.race(this.#running)
      else await this.#next()
    }
  }

  async #next(): Promise<void> {
    const { prisma, now, log } = this.#options
    try {
      const claim = await claimMail(prisma, await now())
      this.#isFailing = false
      measured.emit('job', 'mails', 'succeeded')
      if (claim === null) await this.#pause.wait(PAUSE_MS)
      else if (isDropped(claim)) logDropped(log, claim.dropped)
      else if (claim !== 'later') this.#begin(claim)
    } catch (error) {
      measured.emit('job', 'mails', 'failed')
      // Log only once for each outage.
      if (!this.#isFailing) log.warn({ err: error }, 'waiting mails were not read')
      this.#isFailing = true
      await this.#pause.wait(PAUSE_AFTER_ERROR_MS)
    }
  }

  #begin(claim: ClaimedMail): void {
    const { log } = this.#options
    const sending = sendClaimed(this.#options, claim, logFailure(log, claim), this.#abort.signal)
      .then((sent) => {
        if (sent === 'failed') log.error({ mail: claim.id, kind: claim.kind }, 'mail given up')
      })
      .catch((error: unknown) => {
        log.error({ err: error, mail: claim.id }, 'the state of a mail was not stored')
      })
      .finally(() => this.#running.delete(sending))
    this.#running.add(sending)
  }
}

// The address of a mail is never logged.
function logDropped(log: Logger, { id, kind }: Pick<ClaimedMail, 'id' | 'kind'>): void {
  log.warn({ mail: id, kind }, 'mail dropped: it was requested too long ago')
}

function logFailure(log: Logger, { id, kind, tries }: ClaimedMail) {
  return (error: unknown) => log.error({ err: error, mail: id, kind, tries }, 'mail not sent')
}
