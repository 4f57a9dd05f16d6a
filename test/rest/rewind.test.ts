import { randomBytes } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { isCluster } from '../support/cluster.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { testReader } from '../support/reader.ts'
import { isDisposable, statement } from '../support/server.ts'

// Rows are changed past their writers here, so that versions mean something else than before.
const database = testDatabase({ isVerified: false })
const gateway = testGateway({ database })
const server = inject('server')
const saved = `orangery_saved_${randomBytes(6).toString('hex')}`
const filter = { type: 'category', categories: ['art'] } as const
const RECORDS = [
  { type: 'asset', ref: 'a', title: 'Landscape', category: 'art', market_value: '500.00' },
  { type: 'asset', ref: 'w', title: 'Diver', category: 'watches', market_value: '20.00' },
]
const reader = testReader(gateway, RECORDS, { filter })

afterAll(async () => {
  if (!isDisposable(server)) await statement(server, `DROP DATABASE IF EXISTS ${saved}`)
})

/** Everything that is kept: a page, its count, the summary with its sums, newest change and digest. */
async function readAll() {
  const named = `client_id=${reader.clientId}`
  const [assets, summary] = [
    await gateway.request(`/api/v1/assets?${named}`, reader),
    await gateway.request(`/api/v1/portfolio/summary?${named}`, reader),
  ]
  expect([assets.status, summary.status]).toEqual([200, 200])
  const titles = assets.json.data.map((asset: { title: string }) => asset.title)
  const { asset_count: count, total_value: total, as_of: asOf, digest } = summary.json.data
  const listed = assets.json.pagination.total_count
  return { titles, listed, count, total: total.amount, asOf, digest }
}

const ART = { titles: ['Landscape'], listed: 1, count: 1, total: '500.00' }
const WATCHES = { titles: ['Diver'], listed: 1, count: 1, total: '20.00' }

const filterOn = (category: string) =>
  database.pool.query('UPDATE grants SET filter_values = $2 WHERE id = $1', [
    reader.grantId,
    [category],
  ])

// The databases of a cluster are replaced node by node.
const onSingleServer = test.skipIf(isCluster(server))
const later = (at: Date) => new Date(at.getTime() + 1_000)

test('after a rewind in which the same versions stand for something else: other terms under the same grant version show what they show', async () => {
  expect(await readAll()).toMatchObject(ART)
  expect(await readAll()).toMatchObject(ART)
  await filterOn('watches')
  expect(await readAll()).toMatchObject(WATCHES)
  await filterOn('art')
})

test('after a rewind in which the same versions stand for something else: another expiry under the same grant version is shown', async () => {
  const expires = async () =>
    (await gateway.request(`/api/v1/assets?client_id=${reader.clientId}`, reader)).json.grant
      .expires_at
  expect(await expires()).toBeNull()
  const at = '2100-01-01T00:00:00.000Z'
  await database.pool.query('UPDATE grants SET expires_at = $2 WHERE id = $1', [reader.grantId, at])
  expect(await expires()).toBe(at)
  await database.pool.query('UPDATE grants SET expires_at = NULL WHERE id = $1', [reader.grantId])
})

test('after a rewind in which the same versions stand for something else: another change under the same data version is seen', async () => {
  const before = await readAll()
  const { prisma } = database
  const [portfolio, asset] = [
    { clientId: reader.clientId },
    { clientId: reader.clientId, title: 'Landscape' },
  ]
  const { changedAt } = await prisma.portfolio.findUniqueOrThrow({ where: portfolio })
  await prisma.portfolio.updateMany({ where: portfolio, data: { changedAt: later(changedAt) } })
  const { updatedAt } = await prisma.asset.findFirstOrThrow({ where: asset })
  const at = later(updatedAt)
  const data = { title: 'Seascape', marketValue: 7, registryAt: at, updatedAt: at }
  await prisma.asset.updateMany({ where: asset, data })
  const after = await readAll()
  expect(after).toMatchObject({ titles: ['Seascape'], total: '7.00' })
  expect(after.digest).not.toBe(before.digest)
  expect(after.asOf).not.toBe(before.asOf)
})

onSingleServer(
  'after a rewind in which the same versions stand for something else: a database that was restored in place shows its own data, whatever its versions',
  async () => {
    await copyDatabase(saved, nameOf())
    expect(await readAll()).toMatchObject({ titles: ['Seascape'], listed: 1, total: '7.00' })
    await replaceDatabase()
    // The same terms, versions and times as before, and other assets.
    await database.pool.query(
      `UPDATE assets SET category = 'art', title = 'Diver', market_value = 30 WHERE category = 'watches'`,
    )
    expect(await readAll()).toMatchObject({
      titles: ['Seascape', 'Diver'],
      listed: 2,
      count: 2,
      total: '37.00',
    })
  },
)

function nameOf(): string {
  const { connectionString, database: name } = database.pool.options
  return connectionString === undefined ? (name ?? '') : new URL(connectionString).pathname.slice(1)
}

// A database can be copied only while nobody is connected to it.
async function copyDatabase(copy: string, original: string): Promise<void> {
  await disconnect(original)
  await statement(server, `CREATE DATABASE ${copy} TEMPLATE ${original}`)
  await statement(server, `ALTER DATABASE ${original} ALLOW_CONNECTIONS true`)
}

// A pool would connect again at any time.
async function disconnect(name: string): Promise<void> {
  await statement(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  const end = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = '${name}' AND usename = current_user`
  for (const role of [server, inject('runtime')]) await statement(role, end)
}

async function replaceDatabase(): Promise<void> {
  await copyDatabase(`${nameOf()}_new`, saved)
  await disconnect(nameOf())
  await statement(server, `DROP DATABASE ${nameOf()}`)
  await statement(server, `ALTER DATABASE ${nameOf()}_new RENAME TO ${nameOf()}`)
}
