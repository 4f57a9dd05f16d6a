import type { Logger } from 'pino'
import { change } from '../../database/change.ts'
import type { Database } from '../../database/client.ts'
import type { Clock } from '../../database/clock.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { measured } from '../../measured.ts'
import { addNotice, type DueNotice, type NoticedVersion } from '../grants/notice.writes.ts'
import { dueNotice } from './due-notice.ts'
import { addDueKeyNotices } from './key-notice.ts'
import { type NoticedGrant, readFirstReads, readNoticedGrants } from './notice.reads.ts'

const HOUR_MS = 3_600_000
const BATCH_SIZE = 500

interface NoticeOptions {
  readonly database: Pick<Database, 'pool' | 'prisma'>
  readonly log: Logger
  readonly now: Clock
}

/**
 * Stores the mails of the notices that no request causes: before an expiry of a grant or a key, once a year for a grant
 * without an end, after an end that no request has caused, after the first read, and for a key that nobody uses. It runs when it is started, and an hour after each run.
 */
export class NoticeJob {
  readonly #options: NoticeOptions
  #timer: NodeJS.Timeout | undefined
  #done: Promise<void> = Promise.resolve()
  #stopping = false

  constructor(options: NoticeOptions) {
    this.#options = options
  }

  /** Starts the job. A failure is logged, and the job tries again in an hour. */
  start(): void {
    this.#done = this.#run().then(() => {
      if (!this.#stopping) this.#timer = setTimeout(() => this.start(), HOUR_MS).unref()
    })
  }

  /** Stops the job and waits for the notice that is being stored. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await this.#done
  }

  async #run(): Promise<void> {
    const { log, now } = this.#options
    try {
      const isStopping = () => this.#stopping
      const { database } = this.#options
      await addDueNotices(database, await now(), { isStopping })
      await addFirstReads(database, await now(), isStopping)
      await addDueKeyNotices(database, await now(), isStopping)
      measured.emit('job', 'notices', 'succeeded')
    } catch (error) {
      measured.emit('job', 'notices', 'failed')
      log.warn({ err: error }, 'notices were not stored')
    }
  }
}

interface RunOptions {
  readonly batchSize?: number
  readonly isStopping?: () => boolean
}

/** Stores the mails of every notice that is due and was not stored. */
export async function addDueNotices(
  { pool, prisma }: Pick<Database, 'pool' | 'prisma'>,
  now: Date,
  { batchSize = BATCH_SIZE, isStopping = () => false }: RunOptions = {},
): Promise<void> {
  let last: NoticedGrant | null = null
  do {
    const grants: NoticedGrant[] = await readNoticedGrants(pool, last, batchSize, now)
    const due = grants.flatMap((grant) => {
      const notice = dueNotice(grant, now)
      return notice === null ? [] : { grant, notice }
    })
    for (const each of await unclaimed(prisma, due)) {
      if (isStopping()) return
      await change(prisma, (tx) => addNotice(tx, each, now))
    }
    last = grants.length < batchSize ? null : (grants.at(-1) ?? null)
  } while (last !== null)
}

// The notices whose mails no process has stored yet. This is an early check; the transaction that stores the mails
// decides.
async function unclaimed<Of extends { grant: NoticedVersion; notice: DueNotice }>(
  prisma: PrismaClient,
  due: readonly Of[],
): Promise<Of[]> {
  if (due.length === 0) return []
  const clientId = { in: [...new Set(due.map(({ grant }) => grant.clientId))] }
  const grantId = { in: due.map(({ grant }) => grant.id) }
  const sent = await prisma.sentNotice.findMany({ where: { clientId, grantId } })
  const keyOf = (id: string, version: number, { kind, dueAt }: DueNotice) =>
    `${id} ${version} ${kind} ${dueAt.getTime()}`
  const known = new Set(sent.map((each) => keyOf(each.grantId, each.version, each)))
  return due.filter(({ grant, notice }) => !known.has(keyOf(grant.id, grant.version, notice)))
}

/** Stores the mail of each first read under a grant that was not stored. */
export async function addFirstReads(
  { pool, prisma }: Pick<Database, 'pool' | 'prisma'>,
  now: Date,
  isStopping: () => boolean = () => false,
): Promise<void> {
  for (const { createdAt: dueAt, ...grant } of await readFirstReads(pool, now)) {
    if (isStopping()) return
    // The same for every version: the first read of a grant is told once.
    const notice = {
      grant: { ...grant, version: 1 },
      notice: { kind: 'first_read', dueAt },
    } as const
    await change(prisma, (tx) => addNotice(tx, notice, now))
  }
}
