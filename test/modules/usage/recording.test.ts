import { beforeEach, expect, test } from 'vitest'
import { createSecret } from '../../../src/access/secret.ts'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { tokenOf } from '../../support/portfolio.ts'
import { CANARY, countingGateway, NOON } from './recording.fixtures.ts'

const { gateway, time, begin, countsOf, readsOf, errorCountsOf, ...faults } = countingGateway()
const { withBrokenReads, withHeldReads, withoutQuota } = faults
const { database } = gateway
let clientId = ''
let registryId = ''
let grantId = ''
let keyId = ''
let key = ''

beforeEach(async () => {
  ;({ clientId, registryId, grantId, keyId, key } = await begin())
})

const list = (rest = '') => `/api/v1/assets?client_id=${clientId}${rest}`

test('over REST every request of a key is counted, by result', async () => {
  const statuses: number[] = []
  const ask = async (path: string, headers = {}) => {
    const reply = await gateway.request(path, { key, headers })
    statuses.push(reply.status)
    return reply
  }
  const { headers } = await ask(list())
  await ask(list())
  await ask(list(), { 'If-None-Match': headers.get('ETag') })
  await ask(list('&no_such=1'))
  await ask(list(), { 'X-Service-Version': 'never' })
  await ask(`/api/v1/assets/${registryId}?client_id=${clientId}`)
  await ask(`/api/v1/assets/nothing?client_id=${clientId}`)
  await ask('/api/v1/portfolio/summary?client_id=user_nobody')
  await withoutQuota(() => ask(list()))
  await withBrokenReads(() => ask(list('&page=2')))
  expect(statuses).toEqual([200, 200, 304, 400, 400, 200, 404, 403, 429, 500])
  const ofGrant = {
    'GET /api/v1/assets ok': 3,
    'GET /api/v1/assets refused': 2,
    'GET /api/v1/assets limited': 1,
    'GET /api/v1/assets failed': 1,
    'GET /api/v1/assets/{id} ok': 1,
    'GET /api/v1/assets/{id} refused': 1,
  }
  expect(await countsOf(keyId)).toEqual({
    ...ofGrant,
    'GET /api/v1/portfolio/summary refused': 1,
  })
  expect(await countsOf(grantId)).toEqual(ofGrant)
})

test('over GraphQL the same is counted, and a partly failed request as failed', async () => {
  const open = (id: string, fields: string) => `{ portfolio(clientId: "${id}") { ${fields} } }`
  const ask = async (query: string) => (await gateway.graphql(query, { key })).status
  expect(await ask(open(clientId, 'currency'))).toBe(200)
  expect(await ask('{ viewer { kind } }')).toBe(200)
  expect(await ask(open('user_nobody', 'currency'))).toBe(200)
  await ask('{ nothing }')
  await gateway.request('/graphql', { key, method: 'POST', body: 'x' })
  await withoutQuota(() => ask('{ viewer { kind } }'))
  await withBrokenReads(() => ask(open(clientId, 'assets { nodes { id } }')))
  expect(await countsOf(keyId)).toEqual({
    'POST /graphql ok': 2,
    'POST /graphql refused': 3,
    'POST /graphql limited': 1,
    'POST /graphql failed': 1,
  })
  expect(await countsOf(grantId)).toEqual({ 'POST /graphql ok': 1, 'POST /graphql failed': 1 })
})

test('the request of a client that disconnects before the response is not a read', async () => {
  const client = new AbortController()
  const headers = { Authorization: `Bearer ${key}`, 'X-Service-Version': '2024-01-01' }
  await withHeldReads(async (begun) => {
    const reply = fetch(gateway.url() + list(), { headers, signal: client.signal })
    await begun
    client.abort()
    await expect(reply).rejects.toThrow()
    await expect.poll(() => countsOf(keyId)).toEqual({ 'GET /api/v1/assets refused': 1 })
  })
  expect(await countsOf(grantId)).toEqual({ 'GET /api/v1/assets refused': 1 })
  expect(await readsOf(grantId)).toEqual([])
})

test('a request under a revoked grant counts for the key only', async () => {
  await revokeGrant(database.prisma, OPERATOR, { grantId })
  expect((await gateway.request(list(), { key })).json.error.code).toBe('grant_revoked')
  expect(await countsOf(keyId)).toEqual({ 'GET /api/v1/assets refused': 1 })
  expect(await countsOf(grantId)).toEqual({})
})

test('a path that does not exist is counted, and so is a method that is not served', async () => {
  const wrong: readonly [string, string][] = [
    ['GET', `/api/v1/asset?client_id=${clientId}`],
    ['GET', '/api/v1'],
    ['GET', `/api/v1/assets/${registryId}/${CANARY}`],
    ['PATCH', `/api/v2/assets/${CANARY}`],
    ['GET', `/assets/${registryId}`],
    ['GET', `/assets/${key}`],
    ['DELETE', list()],
    ['PROPFIND', list()],
  ]
  const statuses: number[] = []
  for (const [method, path] of wrong)
    statuses.push((await gateway.request(path, { key, method })).status)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 405, 405])
  expect(await countsOf(keyId)).toEqual({
    'unknown refused': 6,
    'DELETE /api/v1/assets refused': 1,
    'other /api/v1/assets refused': 1,
  })
  expect(await errorCountsOf(keyId)).toEqual(
    expect.arrayContaining([
      ['route_not_found', 6],
      ['method_not_allowed', 2],
    ]),
  )
})

test('a path that does not exist takes from the limit of the key, not from that of its address', async () => {
  const { headers } = await gateway.request('/nowhere', { key })
  const { headers: known } = await gateway.request('/api/v1/nowhere', { key })
  const limits = [headers, known].map((each) => each.get('X-RateLimit-Limit'))
  const left = [headers, known].map((each) => Number(each.get('X-RateLimit-Remaining')))
  expect(limits[0]).toBe(limits[1])
  expect((left[0] ?? 0) - (left[1] ?? 0)).toBe(1)
  await withoutQuota(async () => {
    expect((await gateway.request('/nowhere', { key })).json.error.code).toBe('rate_limit_exceeded')
  })
})

test('a request counts in the hour in which it began', async () => {
  time.now = NOON - 1
  await gateway.request(list(), { key })
  time.now = NOON
  await gateway.request(list(), { key })
  await gateway.usage.flush()
  const rows = await database.prisma.keyUsage.findMany({
    where: { keyId },
    orderBy: { hour: 'asc' },
  })
  expect(rows.map(({ hour, lastAt }) => [hour.toISOString(), lastAt.getTime()])).toEqual([
    ['2026-06-10T11:00:00.000Z', NOON - 1],
    ['2026-06-10T12:00:00.000Z', NOON],
  ])
})

test('requests without a valid key are not counted', async () => {
  const tables = () =>
    Promise.all([
      database.prisma.keyUsage.count(),
      database.prisma.grantUsage.count(),
      database.prisma.requestError.count(),
      database.prisma.errorCount.count(),
      database.prisma.keyRequest.count(),
    ])
  await gateway.usage.flush()
  const before = await tables()
  const token = await tokenOf(database, clientId)
  for (const outsider of [undefined, 'sk_live_wrong', createSecret('production').secret, token]) {
    const call = outsider ? { key: outsider } : {}
    await gateway.request(list(), call)
    await gateway.graphql(`{ portfolio(clientId: "${clientId}") { currency } }`, call)
    await gateway.request('/plants', call)
    await gateway.request('/nowhere', call)
  }
  await gateway.usage.flush()
  expect(await tables()).toEqual(before)
})
