import type { Logger } from 'pino'
import { dueNotice } from './due-notice.ts'
import { type NoticedGrant, readNoticedGrants } from './notice.reads.ts'
import { unclaimed } from './notice.writes.ts'
import { type Post, sendNotice } from './send-notice.ts'

const HOUR_MS = 3_600_000
const BATCH_SIZE = 500

export interface NoticeOptions extends Post {
  readonly log: Logger
  readonly now: () => Date
}

/**
 * Mails the notices that no request sends: before an expiry, once a year for a grant without an end,
 * and after an end of which no request knows. When it is started, and an hour after each run.
 */
export class NoticeJob {
  readonly #options: NoticeOptions
  #timer: NodeJS.Timeout | undefined
  #done: Promise<void> = Promise.resolve()
  #stopping = false

  constructor(options: NoticeOptions) {
    this.#options = options
  }

  /** Starts the job. A failure is logged, and tried again in an hour. */
  start(): void {
    this.#done = this.#run().then(() => {
      if (!this.#stopping) this.#timer = setTimeout(() => this.start(), HOUR_MS).unref()
    })
  }

  /** Stops the job and waits for the mail that is being sent. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await this.#done
  }

  async #run(): Promise<void> {
    const { log, now } = this.#options
    try {
      await sendDueNotices(this.#options, now(), { isStopping: () => this.#stopping })
    } catch (error) {
      log.warn({ err: error }, 'notices were not sent')
    }
  }
}

interface RunOptions {
  readonly batchSize?: number
  readonly isStopping?: () => boolean
}

/** Mails every notice that is due and was not sent. */
export async function sendDueNotices(
  post: Post,
  now: Date,
  { batchSize = BATCH_SIZE, isStopping = () => false }: RunOptions = {},
): Promise<void> {
  const { pool, prisma } = post.database
  let last: NoticedGrant | null = null
  do {
    const grants: NoticedGrant[] = await readNoticedGrants(pool, last, batchSize, now)
    const due = grants.flatMap((grant) => {
      const notice = dueNotice(grant, now)
      return notice === null ? [] : { grant, notice }
    })
    for (const each of await unclaimed(prisma, due)) {
      if (isStopping()) return
      await sendNotice(post, each, now)
    }
    last = grants.length < batchSize ? null : (grants.at(-1) ?? null)
  } while (last !== null)
}
