import { expect, test, vi } from 'vitest'
import { afterCommit, change } from '../../src/database/change.ts'
import { serviceUnavailable } from '../../src/errors.ts'
import { schema } from '../../src/graphql/schema.ts'
import { TimedChanges } from '../../src/schema/timed-changes.ts'
import { askScenario, run, sandboxOf } from '../modules/sandbox/fixtures.ts'
import { clientWith, tokenOf } from '../support/portfolio.ts'
import { newIdempotencyKey, portalGateway } from './portal/fixtures.ts'

// A slow machine does not end the transaction of a test.
const PATIENCE = { timeout: 60_000 }
const { gateway, database, prisma, fixtures } = portalGateway()

async function newOwner() {
  const ownerId = await clientWith(database, [])
  return { ownerId, key: await tokenOf(database, ownerId) }
}

const plant = (alias: string, id: string) =>
  `${alias}: createPlant(plant: { id: "${id}", name: "Fern" }) { id }`

test('no root field is non-null', () => {
  const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}),
  )
  expect(roots.length).toBeGreaterThan(40)
  expect(roots.filter(({ type }) => String(type).endsWith('!'))).toEqual([])
})

test('of six changes in one request, those that were done are told beside the one that failed', async () => {
  const { key } = await newOwner()
  const ids = ['1', '2', '3', '2', '5', '6']
  const changes = ids.map((id, place) => plant(`p${place}`, id)).join(' ')
  const { status, json } = await gateway.graphql(`mutation { ${changes} }`, { key })
  expect(status).toBe(200)
  expect(Object.values(json.data)).toEqual(ids.map((id, place) => (place === 3 ? null : { id })))
  expect(json.errors).toMatchObject([{ path: ['p3'], extensions: { code: 'plant_exists' } }])
})

test('a secret is told although the rest of its answer cannot be read', async () => {
  const counting = vi.spyOn(gateway.serving.prisma.grant, 'groupBy')
  counting.mockRejectedValueOnce(new Error('canary'))
  const text = `made: createApiKey(input: { firmId: "${fixtures.firmId}", name: "New", environment: sandbox,
    scopes: [estate], idempotencyKey: "${newIdempotencyKey()}" }) { keyId secret key { id clientCount } }`
  const { json } = await gateway.graphql(`mutation { ${text} }`, { key: fixtures.bearer.admin })
  counting.mockRestore()
  expect(json.data.made).toEqual({
    keyId: expect.stringMatching(/^key_/),
    secret: expect.stringMatching(/^sk_test_/),
    key: null,
  })
  expect(json.errors).toMatchObject([{ path: ['made', 'key', 'clientCount'] }])
})

test('when the time is over, what was done is told, and nothing more begins', async () => {
  const { ownerId, key } = await newOwner()
  const runs = vi.spyOn(TimedChanges.prototype, 'run')
  const timers = vi.spyOn(globalThis, 'setTimeout')
  // The second change waits for the transaction that has its id.
  const reply = await prisma.$transaction(async (tx) => {
    await tx.plant.create({ data: { ownerId, id: 2n, name: 'Fern' } })
    const text = `mutation { ${plant('a', '1')} ${plant('b', '2')} ${plant('c', '3')} }`
    const asked = gateway.graphql(text, { key })
    await expect.poll(() => runs.mock.contexts.length).toBe(2)
    timers.mock.calls.find(([work]) => work.name === 'expire')?.[0]()
    return asked
  }, PATIENCE)
  vi.restoreAllMocks()
  expect(reply.json.data).toEqual({ a: { id: '1' }, b: null, c: null })
  const extensions = { code: 'service_unavailable' }
  expect(reply.json.errors).toMatchObject(
    ['b', 'c'].map((field) => ({ path: [field], extensions })),
  )
  const { json } = await gateway.graphql('{ plants { nodes { id } } }', { key })
  expect(json.data.plants.nodes).toEqual([{ id: '1' }, { id: '2' }])
})

test('a change that is refused because the time is over is not made later', async () => {
  const { clientId, secret: key } = await sandboxOf(gateway)
  const runs = vi.spyOn(TimedChanges.prototype, 'run')
  const reply = await prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 AS locked FROM portfolios WHERE client_id = ${clientId} FOR UPDATE`
    const asked = askScenario(gateway, { key }, 'name: asset_removed, seed: 1')
    await expect.poll(() => isLockWaited()).toBe(true)
    const [changes] = runs.mock.contexts
    if (changes instanceof TimedChanges) changes.end(serviceUnavailable())
    return asked
  }, PATIENCE)
  runs.mockRestore()
  expect(reply.json.errors).toMatchObject([{ extensions: { code: 'service_unavailable' } }])
  // The next scenario has its turn after the one that was refused.
  await run(gateway, key, 'grant_narrowed')
  await expect.poll(() => isLockWaited()).toBe(false)
  expect(await prisma.asset.count({ where: { clientId } })).toBe(7)
})

test('a change that is being committed is told, although the time is over meanwhile', async () => {
  const changes = new TimedChanges()
  const { prisma } = gateway.serving
  const told = changes.run(() =>
    change(prisma, async (tx) => {
      afterCommit(tx, () => changes.end(serviceUnavailable()))
      return 'done'
    }),
  )
  expect(await told).toBe('done')
  await expect(changes.run(() => 'next')).rejects.toMatchObject({ code: 'service_unavailable' })
})

// On a cluster, locks are waited for at its workers.
const WAITS = process.env.TEST_CITUS_URL
  ? 'SELECT FROM citus_lock_waits'
  : `SELECT FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE NOT l.granted AND a.datname = current_database()`

async function isLockWaited(): Promise<boolean> {
  return (await database.pool.query(WAITS)).rows.length > 0
}
