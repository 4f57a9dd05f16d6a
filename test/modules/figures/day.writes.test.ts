import { beforeEach, expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { storeFigures, storeRows } from '../../../src/modules/figures/day.writes.ts'
import { createFirm } from '../../../src/modules/firms/firm.writes.ts'
import { revokeGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { DIRECT } from '../../../src/modules/jobs/timed-job.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { clientWith, grantWith, keyWith } from '../../support/portfolio.ts'

const database = testDatabase()
const { prisma } = database
// The job has the rights of the process that serves.
const { pool } = database.serving
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const at = (text: string) => new Date(`2027-03-${text}Z`)

beforeEach(async () => {
  await database.pool.query('TRUNCATE platform_figures, key_usage, error_counts, webhook_counts')
})

async function stored(): Promise<string[]> {
  const { rows } = await pool.query<{ row: string }>(
    `SELECT concat_ws(' ', to_char(day AT TIME ZONE 'UTC', 'DD'), figure, name, count) AS row
       FROM platform_figures ORDER BY day, figure, name`,
  )
  return rows.map(({ row }) => row)
}
const daysStored = async () => [...new Set((await stored()).map((row) => row.slice(0, 2)))]

const use = (hour: Date, ok: number, endpoint = 'GET /api/v1/me', keyId = 'key_a') =>
  prisma.keyUsage.create({
    data: { keyId, hour, endpoint, ok, refused: 7, limited: 7, failed: 7, lastAt: hour },
  })

test('the day is stored an hour after its end, and not before', async () => {
  await storeFigures(pool, at('10T00:59:59.999'))
  expect(await daysStored()).toEqual(['08'])
  await storeFigures(pool, at('10T01:00:00.000'))
  expect(await daysStored()).toEqual(['08', '09'])
})

test('the day is stored once: what is counted later does not change it', async () => {
  await use(at('09T12:00:00'), 5)
  await storeFigures(pool, at('10T02:00:00'))
  const before = await stored()
  await use(at('09T13:00:00'), 50)
  await storeFigures(pool, at('10T23:00:00'))
  expect(await stored()).toEqual(before)
  expect(before).toContain('09 served GET /api/v1/me 5')
})

test('the day is stored by one of several processes, whole', async () => {
  await Promise.all([1, 2, 3].map(() => storeFigures(pool, at('10T02:00:00'))))
  expect(await daysStored()).toEqual(['09'])
})

test('the day that was missed is stored later, for 90 days at most', async () => {
  await storeFigures(pool, at('10T02:00:00'))
  // A row of a month says nothing of its days.
  await storeRows(pool, at('11T00:00:00'), [{ figure: 'portfolios', name: 'USD', count: 7 }])
  await storeFigures(pool, at('13T02:00:00'))
  expect(await daysStored()).toEqual(['09', '10', '11', '12'])
  await storeFigures(pool, new Date('2028-03-13T02:00:00Z'))
  const { rows } = await pool.query('SELECT count(DISTINCT day)::int AS days FROM platform_figures')
  expect(rows).toEqual([{ days: 4 + 90 }])
})

test('the day is stored in spite of a day that a wrong clock has stored', async () => {
  await storeFigures(pool, new Date('2040-01-02T02:00:00Z'))
  await storeFigures(pool, at('10T02:00:00'))
  expect(await daysStored()).toEqual(['09', '01'])
})

test('the day is not stored once the process stops', async () => {
  await storeFigures(pool, at('10T02:00:00'), { ...DIRECT, isOver: () => true })
  expect(await stored()).toEqual([])
})

test('the figures are sums over all keys, of the day in UTC', async () => {
  await use(at('09T00:00:00'), 2)
  await use(at('09T23:00:00'), 3)
  await use(at('09T23:00:00'), 4, 'GET /api/v1/me', 'key_b')
  await use(at('09T01:00:00'), 1, 'POST /graphql')
  await use(at('08T23:00:00'), 100)
  await use(at('10T00:00:00'), 100)
  await use(at('09T02:00:00'), 0, 'GET /api/v1/changes')
  const error = { endpoint: 'GET /api/v1/me', status: 401, lastRequestId: 'x' }
  for (const [keyId, day, code, requests] of [
    ['key_a', at('09T00:00:00'), 'invalid_parameter', 3],
    ['key_b', at('09T00:00:00'), 'invalid_parameter', 4],
    ['key_a', at('10T00:00:00'), 'invalid_parameter', 100],
  ] as const)
    await prisma.errorCount.create({ data: { ...error, keyId, day, code, requests, lastAt: day } })
  for (const [endpointId, day, result, attempts] of [
    ['endpoint_a', at('09T00:00:00'), 'delivered', 6],
    ['endpoint_b', at('09T00:00:00'), 'delivered', 5],
    ['endpoint_a', at('09T00:00:00'), 'timeout', 1],
    ['endpoint_a', at('08T00:00:00'), 'tls', 9],
  ] as const)
    await prisma.webhookCount.create({ data: { endpointId, day, result, attempts } })
  await storeFigures(pool, at('10T02:00:00'))
  const counted = (await stored()).filter((row) => /served|errors|webhooks/.test(row))
  expect(counted).toEqual([
    ...['09 errors invalid_parameter 7', '09 served GET /api/v1/me 9', '09 served POST /graphql 1'],
    ...['09 webhooks delivered 11', '09 webhooks timeout 1'],
  ])
})

test('the figures of firms, keys and grants are those at the end of the day', async () => {
  // The end of tomorrow, so that no midnight comes between.
  const end = new Date((Math.floor(Date.now() / DAY_MS) + 2) * DAY_MS)
  const store = async () => {
    await database.pool.query('TRUNCATE platform_figures')
    await storeFigures(pool, new Date(end.getTime() + HOUR_MS))
    return (await stored()).map((row) => row.slice(3))
  }
  const none = ['firms enterprise 0', 'firms standard 0']
  const empty = ['production 0', 'sandbox 0'].flatMap((each) => [`grants ${each}`, `keys ${each}`])
  expect((await store()).sort()).toEqual([...none, ...empty].sort())

  await createFirm(operator(prisma), { name: 'Small', plan: 'standard' })
  const [kept, revoked, expired] = [
    await keyWith(database),
    await keyWith(database),
    await keyWith(database, { expiresAt: end }),
  ]
  await keyWith(database, { environment: 'sandbox' })
  const clientId = await clientWith(database, [])
  for (const { id } of [kept, revoked, expired]) await grantWith(database, id, clientId)
  await revokeKey(operator(prisma), { keyId: revoked.id })
  const ended = await grantWith(database, kept.id, await clientWith(database, []))
  await revokeGrant(operator(prisma), { grantId: ended.id })
  expect((await store()).sort()).toEqual(
    [
      ...['firms enterprise 4', 'firms standard 1', 'grants production 2', 'grants sandbox 1'],
      ...['keys production 1', 'keys sandbox 1'],
    ].sort(),
  )
})
