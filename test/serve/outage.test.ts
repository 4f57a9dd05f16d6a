import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { change } from '../../src/database/change.ts'
import { connect } from '../../src/database/client.ts'
import { toGatewayError } from '../../src/errors.ts'
import { createPlant } from '../../src/modules/plants/plant.writes.ts'
import { testDatabase } from '../support/database.ts'
import { DatabaseProxy } from '../support/database-proxy.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf, tokenOf } from '../support/portfolio.ts'

const direct = testDatabase()
const proxy = new DatabaseProxy(inject('server'))
await proxy.open()
const database = connect(proxy.connectionOf(direct.serving.pool), {
  onError: () => {},
  poolSize: 4,
  replyTimeout: 1_500,
})
const gateway = testGateway({ database })
let key = ''
let token = ''
let owner = ''

beforeAll(async () => {
  owner = await clientWith(direct, [{ type: 'asset', ref: 'a', title: 'Gold bar', category: 'PM' }])
  token = await tokenOf(direct, owner)
  key = (await readerOf(direct, owner)).secret
})

afterAll(async () => {
  proxy.close()
  await database.close()
})

async function requestAll() {
  const body = JSON.stringify({ id: Math.floor(Math.random() * 1e9), name: 'Fern' })
  const json = { 'Content-Type': 'application/json' }
  const [assets, plants, created, graphql, ofPerson, ready, alive] = await Promise.all([
    gateway.request(`/api/v1/assets?client_id=${owner}`, { key }),
    gateway.request('/plants', { key: token }),
    gateway.request('/plants', { key: token, method: 'POST', headers: json, body }),
    gateway.graphql('{ portfolios { nodes { client { id } } } }', { key }),
    gateway.graphql('{ viewer { kind } }', { key: token }),
    gateway.request('/readyz'),
    gateway.request('/healthz'),
  ])
  return { assets, plants, created, graphql, ofPerson, ready, alive }
}

const statuses = async () => {
  const { alive: _, ...replies } = await requestAll()
  return Object.values(replies).map((reply) => reply.status)
}
const ALL_GOOD = [200, 200, 200, 200, 200, 200]

async function expectUnavailable(down: Awaited<ReturnType<typeof requestAll>>) {
  const { assets, plants, created, graphql, ofPerson, alive } = down
  const error = { type: 'api_error', code: 'service_unavailable' }
  expect([assets.status, assets.json.error]).toEqual([503, expect.objectContaining(error)])
  for (const reply of [plants, created])
    expect([reply.status, reply.json]).toEqual([503, { error: 503, message: expect.any(String) }])
  for (const { status, json } of [graphql, ofPerson])
    expect([status, json.errors]).toEqual([
      503,
      [expect.objectContaining({ extensions: expect.objectContaining(error) })],
    ])
  for (const reply of [assets, plants, created, graphql, ofPerson]) {
    expect(reply.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/)
    expect(reply.headers.get('X-RateLimit-Limit')).toMatch(/^\d+$/)
    expect(reply.headers.get('X-Request-Id')).toMatch(/^request_/)
    expect(reply.text).not.toMatch(/ECONN|127\.0\.0\.1|postgres/i)
  }
  expect(alive.status).toBe(200)
  // The readiness check queries the database at most once a second.
  const readiness = () => gateway.request('/readyz').then(({ status, json }) => [status, json])
  await expect.poll(readiness).toEqual([503, { status: 'database_unreachable' }])
}

test('a database that is unreachable and comes back: 503, then normal replies', async () => {
  expect(await statuses()).toEqual(ALL_GOOD)
  for (let round = 0; round < 2; round++) {
    proxy.close()
    const down = await requestAll()
    await expectUnavailable(down)
    await proxy.open()
    await expect.poll(statuses).toEqual(ALL_GOOD)
  }
})

test('a database that stops replying: 503, also for statements it has received', async () => {
  expect(await statuses()).toEqual(ALL_GOOD)
  proxy.stopForwarding()
  const down = await requestAll()
  await expectUnavailable(down)
  proxy.forward()
  await expect.poll(statuses).toEqual(ALL_GOOD)
})

test('a database that closes single connections is queried again over others', async () => {
  for (let round = 0; round < 3; round++) {
    await direct.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND backend_type = 'client backend'`,
    )
    await expect.poll(statuses).toEqual(ALL_GOOD)
  }
})

describe('through Prisma, a database that', () => {
  const codeOf = (work: Promise<unknown>) =>
    work.then(String, (thrown) => toGatewayError(thrown).code)
  const plant = { id: 99n, name: 'Fern', tag: null }

  test('is unreachable is unavailable, inside and outside a transaction', async () => {
    proxy.close()
    expect(await codeOf(createPlant(database.prisma, owner, plant))).toBe('service_unavailable')
    expect(await codeOf(change(database.prisma, (tx) => tx.plant.count()))).toBe(
      'service_unavailable',
    )
    await proxy.open()
  })

  test('is lost during a transaction is unavailable, and nothing is stored', async () => {
    const cut = change(database.prisma, async (tx) => {
      await tx.plant.create({ data: { ownerId: owner, ...plant } })
      proxy.close()
      await tx.plant.count()
    })
    expect(await codeOf(cut)).toBe('service_unavailable')
    await proxy.open()
    const atCommit = change(database.prisma, async (tx) => {
      await tx.plant.create({ data: { ownerId: owner, ...plant } })
      proxy.close()
    })
    expect(await codeOf(atCommit)).toBe('service_unavailable')
    await proxy.open()
    expect(await direct.prisma.plant.count({ where: { id: 99n } })).toBe(0)
    await expect.poll(statuses).toEqual(ALL_GOOD)
  })

  test('reports that it is starting, stopping or full is unavailable', () => {
    for (const code of ['57P01', '57P03', '53300', '40P01', '25006', '08006']) {
      const cause = { originalCode: code, kind: 'postgres' }
      const met = Object.assign(new Error('Database error'), {
        code: 'P2039',
        meta: { driverAdapterError: { cause } },
      })
      expect(toGatewayError(met).code, code).toBe('service_unavailable')
    }
    expect(toGatewayError(Object.assign(new Error('?'), { code: '42P01' })).code).toBe(
      'internal_error',
    )
  })
})
