import type { Logger } from 'pino'
import { RepeatedJob } from '../jobs/repeated-job.ts'
import { RunningWork } from '../jobs/running-work.ts'
import { type ClaimedMail, claimMail, isDropped } from './claim.writes.ts'
import { type MailPost, sendClaimed } from './send-mails.ts'

const PAUSE_MS = 1_000
// Each running mail is one process of the mail command.
const MAX_RUNNING = 4

interface MailJobOptions extends MailPost {
  readonly log: Logger
}

/** Sends the stored mails, a few at the same time, until it is stopped. Several processes share the mails. */
export class MailJob {
  readonly #options: MailJobOptions
  readonly #sending = new RunningWork(MAX_RUNNING)
  readonly #job: RepeatedJob

  constructor(options: MailJobOptions) {
    this.#options = options
    this.#job = new RepeatedJob({
      name: 'mails',
      log: options.log,
      failure: 'waiting mails were not read',
      pauseMs: PAUSE_MS,
      run: () => this.#next(),
    })
  }

  start(): void {
    this.#job.start()
  }

  /** Stops the job, and ends the commands that still run after three seconds. */
  stop(): Promise<void> {
    return this.#sending.end(this.#job.stop())
  }

  async #next(): Promise<boolean> {
    const { prisma, now, log } = this.#options
    await this.#sending.waitForRoom()
    if (this.#job.isStopping) return false
    const claim = await claimMail(prisma, await now())
    if (claim === null) return false
    if (isDropped(claim)) logDropped(log, claim.dropped)
    else if (claim !== 'later') this.#sending.add(claim.id, this.#send(claim))
    return true
  }

  async #send(claim: ClaimedMail): Promise<void> {
    const { log } = this.#options
    const { id, kind } = claim
    try {
      const onFailure = logFailure(log, claim)
      const sent = await sendClaimed(this.#options, claim, onFailure, this.#sending.signal)
      if (sent === 'failed') log.error({ mail: id, kind }, 'mail given up')
    } catch (error) {
      log.error({ err: error, mail: id }, 'the state of a mail was not stored')
    }
  }
}

// The address of a mail is never logged.
function logDropped(log: Logger, { id, kind }: Pick<ClaimedMail, 'id' | 'kind'>): void {
  log.warn({ mail: id, kind }, 'mail dropped: it was requested too long ago')
}

function logFailure(log: Logger, { id, kind, tries }: ClaimedMail) {
  return (error: unknown) => log.error({ err: error, mail: id, kind, tries }, 'mail not sent')
}
