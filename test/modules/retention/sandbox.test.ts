import { expect, test } from 'vitest'
import { findWithheld, purgeExpired } from '../../../src/modules/retention/purge.writes.ts'
import { purgeSandboxClients } from '../../../src/modules/retention/sandbox.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith } from '../../support/portfolio.ts'
import { Mirror, run, sandboxOf } from '../sandbox/fixtures.ts'

// Old rows are written by hand.
const gateway = testGateway({ database: testDatabase({ isVerified: false }) })
const { database } = gateway
const { prisma } = database
const { pool } = gateway.serving

const clock = async (): Promise<Date> =>
  (await database.pool.query('SELECT clock_timestamp()::timestamptz(3) AS now')).rows[0].now
const daysAgo = async (days: number) => new Date((await clock()).getTime() - days * 86_400_000)
const tombstonesOf = (clientId: string) => prisma.tombstone.count({ where: { clientId } })

async function leaveTombstones(clientId: string, count: number, before: Date) {
  await prisma.$transaction([
    prisma.$executeRaw`SET LOCAL change_log.off = 'on'`,
    prisma.$executeRaw`
      INSERT INTO tombstones (client_id, removed_at, registry_id, category)
      SELECT ${clientId}, ${before}::timestamptz - n * interval '1 minute', 'ORY-CN-AAAAAA', 'coins'
        FROM generate_series(1, ${count}::int) n`,
  ])
}

async function leaveEvent(clientId: string, days: number) {
  const event = { actor: 'product', action: 'client.created', subject: clientId, clientId }
  await prisma.auditEvent.createMany({
    data: { ...event, id: createId('event'), at: await daysAgo(days) },
  })
}

/** A grant of a key that was revoked so many days ago, with its consent. The change feed has reported it. */
async function leaveGrant(clientId: string, keyId: string, days: number, reported = true) {
  const at = await daysAgo(days)
  const id = createId('grant')
  const terms = { scopes: ['registry' as const], filterType: 'all' as const, filterValues: [] }
  const ended = { state: 'revoked' as const, revokedAt: at, createdAt: at, updatedAt: at }
  const feed = reported ? { feedVersion: 1, feedState: 'revoked' as const } : {}
  await prisma.grant.createMany({
    data: { clientId, id, keyId, environment: 'sandbox', ...terms, ...ended, ...feed },
  })
  const words = { sentence: 'x', firmSentence: 'x', language: 'en', digest: 'x' }
  await prisma.consent.createMany({ data: { clientId, grantId: id, version: 1, ...words, at } })
  return id
}

test('tombstones of a sandbox client are kept for seven days, and a mirror from before walks anew', async () => {
  const { secret, clientId } = await sandboxOf(gateway)
  const mirror = new Mirror(gateway, secret, clientId)
  await mirror.walk()
  await run(gateway, secret, 'asset_removed', 1)
  await leaveTombstones(clientId, 3, await daysAgo(6))
  expect((await purgeExpired(pool, await clock())).removed.tombstones).toBeUndefined()
  await leaveTombstones(clientId, 2, await daysAgo(7))
  expect((await purgeExpired(pool, await clock())).removed).toMatchObject({ tombstones: 2 })
  expect(await tombstonesOf(clientId)).toBe(4)
  const { deltasFrom } = await prisma.shownExpiry.findUniqueOrThrow({ where: { clientId } })
  expect(deltasFrom?.getTime()).toBeGreaterThan((await daysAgo(7.01)).getTime())
  await mirror.walk()
  expect(mirror.complete).toBe(true)
  expect(mirror.texts()).toEqual((await mirror.readWhole()).texts())
})

test('a purge for an instant that is wrong takes nothing of the last seven days', async () => {
  const { secret, clientId } = await sandboxOf(gateway)
  await run(gateway, secret, 'asset_removed', 1)
  await run(gateway, secret, 'grant_revoked')
  await run(gateway, secret, 'grant_given')
  await new Mirror(gateway, secret, clientId).follow()
  await leaveEvent(clientId, 6.9)
  const none = { tombstones: 0, audit_events: 0, grants: 0 }
  expect(await purgeSandboxClients(pool, new Date('2099-01-01'), 10)).toEqual(none)
})

test('events and ended grants end after seven days; the last grant of a key and unreported ones stay', async () => {
  const { id: keyId, secret, clientId } = await sandboxOf(gateway)
  await run(gateway, secret, 'grant_revoked')
  const kept = [await leaveGrant(clientId, keyId, 6.9), await leaveGrant(clientId, keyId, 9, false)]
  for (const days of [7.1, 8, 9]) {
    await leaveGrant(clientId, keyId, days)
    await leaveEvent(clientId, days)
  }
  const { id: other } = await sandboxOf(gateway)
  kept.push(await leaveGrant(clientId, other, 9))
  const person = await clientWith(database, [])
  await leaveEvent(person, 9)
  const events = await prisma.auditEvent.count()
  expect(await purgeSandboxClients(pool, await clock(), 2)).toEqual({
    tombstones: 0,
    audit_events: 3,
    grants: 3,
  })
  const [last, ...left] = await prisma.grant.findMany({
    where: { clientId },
    orderBy: { createdAt: 'desc' },
  })
  expect(last).toMatchObject({ keyId, state: 'revoked' })
  expect(left.map(({ id }) => id).sort()).toEqual(kept.sort())
  expect(await prisma.auditEvent.count()).toBe(events - 3)
  expect(await new Mirror(gateway, secret, clientId).walk()).toBe('grant_revoked')
})

test('no role removes an event of a person, or a new one of a sandbox client', async () => {
  const { clientId } = await sandboxOf(gateway)
  const person = await clientWith(database, [])
  await leaveEvent(person, 9)
  for (const each of [person, clientId])
    await expect(prisma.auditEvent.deleteMany({ where: { clientId: each } })).rejects.toThrow(
      /never changes/,
    )
  const forgotten = pool.query('SELECT remove_sandbox_records($1, now(), 10)', [person])
  await expect(forgotten).rejects.toMatchObject({ code: '42501' })
  const moved = pool.query('SELECT move_sandbox_deltas_from($1, now(), 0)', [person])
  await expect(moved).rejects.toMatchObject({ code: '42501' })
})

test('the sandbox keeps a bounded number of tombstones, whatever the limits of a minute allow', async () => {
  const { secret, clientId } = await sandboxOf(gateway)
  const mirror = new Mirror(gateway, secret, clientId)
  await mirror.walk()
  await leaveTombstones(clientId, 10_500, await daysAgo(0.001))
  await run(gateway, secret, 'asset_removed', 1)
  expect(await tombstonesOf(clientId)).toBeLessThanOrEqual(10_001)
  await mirror.walk()
  expect(mirror.texts()).toEqual((await mirror.readWhole()).texts())
})

test('tombstones of sandbox clients neither withhold a purge of the others nor let one pass', async () => {
  const { clientId: sandbox } = await sandboxOf(gateway)
  const person = await clientWith(database, [])
  await leaveTombstones(sandbox, 300, new Date('2021-01-01'))
  await leaveTombstones(person, 50, new Date('2021-01-01'))
  expect(await findWithheld(pool, await clock())).toEqual([])
  await leaveTombstones(sandbox, 1_000, await daysAgo(1))
  await leaveTombstones(person, 101, new Date('2020-01-01'))
  expect(await findWithheld(pool, await clock())).toMatchObject([{ table: 'tombstones' }])
})
