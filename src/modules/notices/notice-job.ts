import type { Logger } from 'pino'
import { change } from '../../database/change.ts'
import type { Database } from '../../database/client.ts'
import type { Clock } from '../../database/clock.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { HOUR_MS } from '../../values/durations.ts'
import { addNotice, type DueNotice, type NoticedVersion } from '../grants/notice.writes.ts'
import { DIRECT, type Run, TimedJob } from '../jobs/timed-job.ts'
import { dueNotice } from './due-notice.ts'
import { addDueKeyNotices } from './key-notice.ts'
import { type NoticedGrant, readFirstReads, readNoticedGrants } from './notice.reads.ts'

const BATCH_SIZE = 500

interface NoticeOptions {
  readonly database: Pick<Database, 'pool' | 'prisma'>
  readonly log: Logger
  readonly now: Clock
}

/**
 * Stores each hour the mails of the notices that no request causes: before an expiry of a grant or a key, once a year for a
 * grant without an end, after an end that no request has caused, after the first read, and for a key that nobody uses.
 */
export function noticeJob({ database, ...options }: NoticeOptions): TimedJob {
  return new TimedJob({
    ...options,
    name: 'notices',
    everyMs: HOUR_MS,
    failure: 'notices were not stored',
    run: (now, run) => addAllNotices(database, now, run),
  })
}

/** Stores the mails of all notices that are due, as items of a run. */
export async function addAllNotices(database: NoticeOptions['database'], now: Date, run: Run) {
  await addDueNotices(database, now, { run })
  await addFirstReads(database, now, run)
  await addDueKeyNotices(database, now, run)
}

/** Stores the mails of every notice that is due and was not stored. */
export async function addDueNotices(
  { pool, prisma }: Pick<Database, 'pool' | 'prisma'>,
  now: Date,
  { batchSize = BATCH_SIZE, run = DIRECT }: { batchSize?: number; run?: Run } = {},
): Promise<void> {
  let last: NoticedGrant | null = null
  do {
    const grants: NoticedGrant[] = await readNoticedGrants(pool, last, batchSize, now)
    const due = grants.flatMap((grant) => {
      const notice = dueNotice(grant, now)
      return notice === null ? [] : { grant, notice }
    })
    for (const each of await unclaimed(prisma, due)) {
      if (run.isOver()) return
      await run.item(each.grant.id, each.notice.dueAt, () =>
        change(prisma, (tx) => addNotice(tx, each, now)),
      )
    }
    last = grants.length < batchSize ? null : (grants.at(-1) ?? null)
  } while (last !== null)
}

// The notices that no process has stored yet. This is an early check; the transaction that stores the mails decides.
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
  run: Run = DIRECT,
): Promise<void> {
  for (const { createdAt: dueAt, readAt, ...grant } of await readFirstReads(pool, now)) {
    if (run.isOver()) return
    // The same for every version and read: the first read of a grant is told once.
    const notice = {
      grant: { ...grant, version: 1 },
      notice: { kind: 'first_read', dueAt },
    } as const
    await run.item(grant.id, readAt, () => change(prisma, (tx) => addNotice(tx, notice, now)))
  }
}
