import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createId } from '../../../src/access/ids.ts'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { inviteMember } from '../../../src/modules/partner-access/member-invitation.writes.ts'
import { invitePerson } from '../../../src/modules/people/password.writes.ts'
import { createClient } from '../../../src/modules/people/person.writes.ts'
import { purgeExpired } from '../../../src/modules/retention/purge.writes.ts'
import { RetentionJob } from '../../../src/modules/retention/retention-job.ts'
import { testDatabase } from '../../support/database.ts'
import { clientWith, grantWith, keyWith } from '../../support/portfolio.ts'
import { enterpriseFirm, someone } from '../fixtures.ts'

const database = testDatabase()
const { prisma } = database
const { pool } = database.serving
const NOW = new Date('2027-03-01T00:00:00.000Z')
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

/** One of each that ended, or was done, so many days ago. */
async function leave(days: number) {
  const person = someone()
  const { id: userId } = await createClient(prisma, OPERATOR, person)
  const ended = { id: createId('session'), expiresAt: daysAgo(days) }
  const inUse = { userId, cookieToken: randomUUID(), activeAt: NOW }
  await prisma.session.create({ data: { ...ended, ...inUse } })
  await prisma.verification.create({ data: { ...ended, challenge: randomUUID(), value: userId } })
  await invitePerson(prisma, OPERATOR, person, daysAgo(days + 7))
  const firm = { firmId: await enterpriseFirm(prisma), invitedBy: userId, role: 'member' } as const
  await inviteMember(prisma, OPERATOR, { ...firm, ...someone() }, daysAgo(days + 7))
  await prisma.idempotencyKey.create({
    data: { actor: userId, key: randomUUID(), at: daysAgo(days) },
  })
}

async function left() {
  return {
    sessions: await prisma.session.count(),
    verifications: await prisma.verification.count(),
    invitations: await prisma.invitation.count(),
    member_invitations: await prisma.memberInvitation.count(),
    idempotency_keys: await prisma.idempotencyKey.count(),
  }
}

/** So many rows of each table of usage, so many days old. */
async function storeUsage(days: number, count: number) {
  const each = Array.from({ length: count }, (_, i) => `${days} ${i}`)
  const at = daysAgo(days)
  const counts = { hour: at, endpoint: 'GET /x', ok: 1, refused: 0, limited: 0, failed: 0 }
  await prisma.keyUsage.createMany({
    data: each.map((keyId) => ({ keyId, ...counts, lastAt: at })),
  })
  await prisma.grantUsage.createMany({
    data: each.map((grantId) => ({ grantId, ...counts, scopes: 'registry', reads: 1, assets: 1 })),
  })
  const error = { at, endpoint: 'GET /x', status: 400, code: 'invalid_parameter', requestId: 'r' }
  await prisma.requestError.createMany({ data: each.map((keyId) => ({ keyId, ...error })) })
}

async function usageLeft() {
  const { keyUsage, grantUsage, requestError } = prisma
  return [await keyUsage.count(), await grantUsage.count(), await requestError.count()]
}

const NONE = {
  sessions: 0,
  verifications: 0,
  invitations: 0,
  member_invitations: 0,
  idempotency_keys: 0,
}
const EACH = {
  sessions: 1,
  verifications: 1,
  invitations: 1,
  member_invitations: 1,
  idempotency_keys: 1,
}

beforeEach(async () => {
  await purgeExpired(pool, new Date('2100-01-01'))
})

describe('expired rows', () => {
  test('are removed a day later, and idempotency keys after ninety', async () => {
    for (const days of [-1, 0.9, 1.1, 91]) await leave(days)
    expect(await purgeExpired(pool, NOW)).toEqual({
      sessions: 2,
      verifications: 2,
      invitations: 2,
      member_invitations: 2,
      idempotency_keys: 1,
    })
    expect(await left()).toEqual({
      sessions: 2,
      verifications: 2,
      invitations: 2,
      member_invitations: 2,
      idempotency_keys: 3,
    })
  })

  test('sessions are removed a day after their last use as well', async () => {
    const { id: userId } = await createClient(prisma, OPERATOR, someone())
    for (const days of [0.9, 1.1]) {
      const open = { id: createId('session'), userId, expiresAt: daysAgo(-5) }
      const used = { cookieToken: randomUUID(), activeAt: daysAgo(days) }
      await prisma.session.create({ data: { ...open, ...used } })
    }
    expect(await purgeExpired(pool, NOW)).toEqual({ sessions: 1 })
  })

  test('are removed, and nothing else is', async () => {
    await leave(-1)
    const events = await prisma.auditEvent.count()
    expect(await purgeExpired(pool, NOW)).toEqual({})
    expect(await left()).toEqual(EACH)
    expect(await prisma.auditEvent.count()).toBe(events)
  })

  test('are all removed, also if they are more than one batch', async () => {
    await leave(-1)
    await pool.query(
      `INSERT INTO idempotency_keys (actor, key, at) SELECT 'user', n::text, $1 FROM generate_series(1, 21) n`,
      [daysAgo(91)],
    )
    await storeUsage(401, 25)
    await storeUsage(399, 1)
    expect(await purgeExpired(pool, NOW, 10)).toEqual({
      idempotency_keys: 21,
      key_usage: 25,
      grant_usage: 25,
      request_errors: 26,
    })
    expect(await left()).toEqual(EACH)
    expect(await usageLeft()).toEqual([1, 1, 0])
  })

  test('usage is stored for 400 days, and errors for 90', async () => {
    for (const days of [89, 91, 399, 401]) await storeUsage(days, 1)
    const removed = { key_usage: 1, grant_usage: 1, request_errors: 3 }
    expect(await purgeExpired(pool, NOW)).toEqual(removed)
    expect(await usageLeft()).toEqual([3, 3, 1])
  })
})

describe('the retention job', () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })

  test('removes at the start and a day later, until it is stopped', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const job = new RetentionJob({ pool, log, now: () => NOW })
      await leave(91)
      job.start()
      await expectSoon(NONE)
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
      vi.useRealTimers()
    }
    expect(lines.filter((line) => line.includes('"removed":{"sessions":1'))).toHaveLength(2)
  })

  test('logs a failure and continues', async () => {
    lines.length = 0
    const failing = vi.spyOn(pool, 'query').mockRejectedValueOnce(new Error('away'))
    const job = new RetentionJob({ pool, log, now: () => NOW })
    job.start()
    await job.stop()
    failing.mockRestore()
    expect(lines.join('')).toMatch(/"level":40.*expired rows were not removed/)
  })
})

// Not by the clock that is held still: each look is a statement, which takes its time.
async function expectSoon(expected: object): Promise<void> {
  let seen = {}
  for (let look = 0; look < 200; look++) {
    seen = await left()
    if (JSON.stringify(seen) === JSON.stringify(expected)) return
  }
  expect(seen).toEqual(expected)
}

describe('connection links', () => {
  test('are removed 400 days after they expired, with their visits; consents are kept', async () => {
    const { id: keyId } = await keyWith(database)
    const clientId = await clientWith(database, [])
    const { id: grantId } = await grantWith(database, keyId, clientId)
    const consent = { version: 1, purpose: 'x', sentence: 'x', firmSentence: 'x', language: 'en' }
    const ids = []
    for (const days of [399, 401]) {
      const link = { id: createId('link'), keyId, createdBy: clientId, purpose: 'x' }
      ids.push(link.id)
      const expiresAt = daysAgo(days)
      await prisma.connectionLink.createMany({
        data: { ...link, scopes: ['registry'], singleUse: false, expiresAt },
      })
      await prisma.linkVisit.createMany({
        data: { linkId: link.id, clientId, openedAt: expiresAt },
      })
    }
    await prisma.consent.createMany({
      data: { clientId, grantId, ...consent, linkId: ids[1] ?? '', digest: 'x', at: daysAgo(430) },
    })
    expect(await purgeExpired(pool, NOW)).toEqual({ connection_links: 1, link_visits: 1 })
    const left = await prisma.connectionLink.findMany({ select: { id: true } })
    expect(left).toEqual([{ id: ids[0] }])
    expect(await prisma.consent.count()).toBe(1)
  })
})
