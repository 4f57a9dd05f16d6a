import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { measured } from '../../../src/measured.ts'
import { measureJobs } from '../../../src/metrics/event-metrics.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { createClient } from '../../../src/modules/people/person.writes.ts'
import { findWithheld, purgeExpired } from '../../../src/modules/retention/purge.writes.ts'
import { retentionJob } from '../../../src/modules/retention/retention-job.ts'
import { createId } from '../../../src/values/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { clientWith, grantWith, keyWith } from '../../support/portfolio.ts'
import { someone } from '../fixtures.ts'
import { DAY_MS, daysAgo, EACH, expiredRows, NONE, NOW } from './expired-rows.ts'

const database = testDatabase()
const { prisma } = database
const { pool } = database.serving
const { leave, left, storeUsage, usageLeft } = expiredRows(prisma)

beforeEach(async () => {
  await purgeExpired(pool, new Date('2100-01-01'), { isConfirmed: true })
})

test('expired rows are removed a day later, and idempotency keys after ninety', async () => {
  for (const days of [-1, 0.9, 1.1, 91]) await leave(days)
  expect((await purgeExpired(pool, NOW)).removed).toEqual({
    ...{ mails: 1, sessions: 2, verifications: 2, invitations: 2 },
    ...{ member_invitations: 2, idempotency_keys: 1 },
  })
  expect(await left()).toEqual({
    ...{ sessions: 2, verifications: 2, invitations: 2 },
    ...{ member_invitations: 2, idempotency_keys: 3 },
  })
})

test('sessions are removed a day after their last use as well', async () => {
  const { id: userId } = await createClient(operator(prisma), someone())
  for (const days of [0.9, 1.1]) {
    const open = { id: createId('session'), userId, expiresAt: daysAgo(-5) }
    const used = { cookieToken: randomUUID(), activeAt: daysAgo(days) }
    await prisma.session.create({ data: { ...open, ...used } })
  }
  expect((await purgeExpired(pool, NOW)).removed).toEqual({ sessions: 1 })
})

test('expired rows are all removed, also if they are more than one batch', async () => {
  await leave(-1)
  await pool.query(
    `INSERT INTO idempotency_keys (actor, key, at) SELECT 'user', n::text, $1 FROM generate_series(1, 21) n`,
    [daysAgo(91)],
  )
  await storeUsage(401, 25)
  await storeUsage(399, 1)
  expect((await purgeExpired(pool, NOW, { batchSize: 10 })).removed).toEqual({
    idempotency_keys: 21,
    key_usage: 25,
    grant_usage: 25,
    request_errors: 26,
    key_requests: 26,
  })
  expect(await left()).toEqual(EACH)
  expect(await usageLeft()).toEqual([1, 1, 0])
})

test('usage is stored for 400 days, and errors for 90', async () => {
  for (const days of [89, 91, 399, 401]) await storeUsage(days, 1)
  const removed = { key_usage: 1, grant_usage: 1, request_errors: 3, key_requests: 4 }
  expect((await purgeExpired(pool, NOW)).removed).toEqual(removed)
  expect(await usageLeft()).toEqual([3, 3, 1])
})

test('a row that a statement has locked is left to the next purge', async () => {
  const counter = { subject: 'a', failures: 1, endsAt: daysAgo(1) }
  const data = ['day', 'hour'].map((span) => ({ ...counter, span }))
  await prisma.signInCounter.createMany({ data })
  const other = await database.pool.connect()
  await other.query('BEGIN')
  await other.query(`SELECT 1 FROM sign_in_counters WHERE span = 'hour' FOR UPDATE`)
  expect((await purgeExpired(pool, NOW)).removed).toEqual({ sign_in_counters: 1 })
  await other.query('ROLLBACK')
  other.release()
  expect((await purgeExpired(pool, NOW)).removed).toEqual({ sign_in_counters: 1 })
})

test('connection links are removed 400 days after they expired, with their visits or after them; consents are kept', async () => {
  const { id: keyId } = await keyWith(database)
  const clientId = await clientWith(database, [])
  const { id: grantId } = await grantWith(database, keyId, clientId)
  const consent = { version: 1, purpose: 'x', sentence: 'x', firmSentence: 'x', language: 'en' }
  const ids = []
  // The last one has a visit that stays, as if the purge of the visits were withheld.
  for (const days of [399, 401, 402]) {
    const link = { id: createId('link'), keyId, createdBy: clientId, purpose: 'x' }
    ids.push(link.id)
    const expiresAt = daysAgo(days)
    await prisma.connectionLink.createMany({
      data: { ...link, scopes: ['registry'], singleUse: false, expiresAt },
    })
    const openedAt = days === 402 ? daysAgo(399) : expiresAt
    await prisma.linkVisit.createMany({ data: { linkId: link.id, clientId, openedAt } })
  }
  await prisma.consent.createMany({
    data: { clientId, grantId, ...consent, linkId: ids[1] ?? '', digest: 'x', at: daysAgo(430) },
  })
  expect((await purgeExpired(pool, NOW)).removed).toEqual({ connection_links: 1, link_visits: 1 })
  const left = await prisma.connectionLink.findMany({ orderBy: { expiresAt: 'desc' } })
  expect(left.map(({ id }) => id)).toEqual([ids[0], ids[2]])
  expect(await prisma.consent.count()).toBe(1)
})

test('connection links that nobody answered name nobody a week after their end', async () => {
  const { id: keyId } = await keyWith(database)
  const clientId = await clientWith(database, [])
  const link = { keyId, createdBy: clientId, purpose: 'x', singleUse: true, reference: 'known' }
  const leave = async (days: number, answer?: 'declined') => {
    const id = createId('link')
    const expiresAt = daysAgo(days)
    const scopes = ['registry' as const]
    await prisma.connectionLink.createMany({ data: { ...link, id, scopes, expiresAt } })
    const visit = { linkId: id, clientId, openedAt: expiresAt, answeredAt: expiresAt }
    if (answer) await prisma.linkVisit.createMany({ data: { ...visit, answer } })
    return id
  }
  const kept = [await leave(6.9), await leave(8, 'declined')]
  await leave(7.1)
  await purgeExpired(pool, NOW)
  const known = await prisma.connectionLink.findMany({ where: { keyId, reference: 'known' } })
  expect(known.map(({ id }) => id).sort()).toEqual(kept.sort())
})

test('a purge of too much in one go is withheld, table by table, until an operator confirms it', async () => {
  await leave(91)
  await storeUsage(401, 101)
  await storeUsage(399, 100)
  const { removed, withheld } = await purgeExpired(pool, NOW)
  const each = { most: 100, total: 201 }
  expect(withheld).toEqual([
    { table: 'key_usage', ...each },
    { table: 'grant_usage', ...each },
  ])
  // All that has ended is removed, however much it is.
  expect(removed).toMatchObject({ sessions: 1, request_errors: 201, key_requests: 201 })
  expect(await usageLeft()).toEqual([201, 201, 0])
  expect(await findWithheld(pool, NOW)).toEqual(withheld)
  const confirmed = await purgeExpired(pool, NOW, { isConfirmed: true })
  expect(confirmed).toEqual({
    removed: { key_usage: 101, grant_usage: 101 },
    withheld: [],
  })
})

test('a purge of too much in one go is none where three quarters of the table stay', async () => {
  await storeUsage(401, 101)
  await storeUsage(1, 303)
  const { removed, withheld } = await purgeExpired(pool, NOW)
  expect([removed, withheld]).toEqual([
    { key_usage: 101, grant_usage: 101, request_errors: 101, key_requests: 101 },
    [],
  ])
})

const lines: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })

test('a purge of too much in one go is logged and counted', async () => {
  const registry = new Registry()
  const close = measureJobs(registry)
  await storeUsage(401, 101)
  const job = retentionJob({ pool, log, now: async () => NOW })
  job.start()
  const withheld = /"level":50.*"table":"key_usage".*orangery purge/
  await expect.poll(() => lines.join('')).toMatch(withheld)
  await job.stop()
  close()
  expect(await registry.metrics()).toContain('orangery_purges_withheld 2')
})

test('the retention job removes at the start and a day later, until it is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let runs = 0
  const stop = measured.listen({ job: () => void runs++ })
  try {
    const job = retentionJob({ pool, log, now: async () => NOW })
    await leave(91)
    job.start()
    await expectSoon(NONE)
    // The next run gets its timer when this one has ended.
    while (runs === 0) await left()
    await leave(91)
    vi.advanceTimersByTime(DAY_MS - 1)
    expect(await left()).toEqual(EACH)
    vi.advanceTimersByTime(1)
    await expectSoon(NONE)
    await job.stop()
    await leave(91)
    vi.advanceTimersByTime(2 * DAY_MS)
    for (let look = 0; look < 20; look++) expect(await left()).toEqual(EACH)
  } finally {
    stop()
    vi.useRealTimers()
  }
  expect(lines.filter((line) => line.includes('"removed":{"sessions":1'))).toHaveLength(2)
})

// Not by the clock that is held still: each look is a statement, which takes its time.
async function expectSoon(expected: object): Promise<void> {
  let seen = {}
  for (const began = performance.now(); performance.now() - began < 60_000; ) {
    seen = await left()
    if (JSON.stringify(seen) === JSON.stringify(expected)) return
  }
  expect(seen).toEqual(expected)
}
