import { databaseClock } from '../database/clock.ts'
import type { OpenDatabase } from '../database/open.ts'
import { createDeriveSecret, findServerSecret } from '../database/server-secret.ts'
import { OLDEST_CHANGE } from '../modules/changes/due-clients.writes.ts'
import { storeDue } from '../modules/figures/figures-job.ts'
import { readOldest } from '../modules/jobs/job-loop.ts'
import type { Run } from '../modules/jobs/timed-job.ts'
import { OLDEST_MAIL } from '../modules/mails/mail-job.ts'
import { addAllNotices } from '../modules/notices/notice-job.ts'
import { OLDEST_UNDELIVERED } from '../modules/webhooks/due.reads.ts'
import { opensSecret } from '../modules/webhooks/signing.ts'
import { HOUR_MS } from '../values/durations.ts'
import { advice, type Found, problem, type Surroundings, sound } from './finding.ts'

const LATE_MS = HOUR_MS
const SHOWN_IDS = 5

/** Examines whether the work of a job waits for more than an hour. */
export function examineJob(job: keyof typeof OLDEST): (on: Surroundings) => Promise<Found> {
  return async (on) => {
    const now = await databaseClock(on.database.pool)()
    const since = await OLDEST[job](on.database, now)
    if (since === null) return sound('nothing waits')
    const found = `the oldest item waits since ${since.toISOString()}`
    if (now.getTime() - since.getTime() < LATE_MS) return sound(found)
    return advice(found, `If a gateway runs, its log says why: search it for "task":"${job}".`)
  }
}

// A job that runs once in an hour has no list of what is due: a run that does nothing tells it.
const OLDEST = {
  changes: stored(OLDEST_CHANGE),
  webhooks: stored(OLDEST_UNDELIVERED),
  mails: stored(OLDEST_MAIL),
  notices: (database: OpenDatabase, now: Date) =>
    oldestOf((run) => addAllNotices(database, now, run)),
  figures: ({ pool }: OpenDatabase, now: Date) => oldestOf((run) => storeDue(pool, now, run)),
}

function stored(oldest: string) {
  return async ({ pool }: OpenDatabase) => (await readOldest(pool, [{ oldest }]))[0] ?? null
}

async function oldestOf(runOf: (run: Run) => Promise<void>): Promise<Date | null> {
  const due: Date[] = []
  await runOf({ isOver: () => false, item: async (_id, since) => void due.push(since) })
  const [oldest = null] = due.sort((one, other) => one.getTime() - other.getTime())
  return oldest
}

/** Examines whether the secrets of webhooks can be opened. It returns null if there are no webhooks. */
export async function examineSecrets({ database, config }: Surroundings): Promise<Found | null> {
  const { pool, prisma } = database
  const where = { OR: [{ pausedBy: null }, { pausedBy: { not: 'key' as const } }] }
  const endpoints = await prisma.webhookEndpoint.findMany({ where, orderBy: { id: 'asc' } })
  if (endpoints.length === 0) return null
  const secret = await findServerSecret(pool, config.authSecret)
  if (secret === null) return advice('the secrets of webhooks are not checked', 'Set AUTH_SECRET.')
  const key = createDeriveSecret(secret)('webhooks')
  const closed = endpoints.filter(({ id, sealedSecret }) => !opensSecret(sealedSecret, id, key))
  if (closed.length === 0) return sound(`${endpoints.length} can be opened`)
  const ids = closed.slice(0, SHOWN_IDS).map(({ id }) => id)
  const more = closed.length > ids.length ? ' and others' : ''
  return problem(
    `${closed.length} of ${endpoints.length} cannot be opened: ${ids.join(', ')}${more}`,
    'Set AUTH_SECRET to the one with which they were created, or give these webhooks new secrets.',
  )
}
