import { expect, test } from 'vitest'
import { SCOPES } from '../../../src/access/scopes.ts'
import { createSecret } from '../../../src/access/secret.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { clientWith, grantWith, tokenOf } from '../../support/portfolio.ts'
import { asset, CANARY, countingGateway, NOON } from './recording.fixtures.ts'

const counting = countingGateway()
const { gateway, time, of, list, ask, askGraphql, countsOf, readsOf } = counting
const { withBrokenReads, withHeldReads, withoutQuota } = counting
const { database } = gateway
const DAY_MS = 86_400_000
const ALL = SCOPES.join(',')

test('over REST every request of a key is counted, by result', async () => {
  const statuses: number[] = []
  const get = async (path: string, headers = {}) => {
    const reply = await ask(path, { headers })
    statuses.push(reply.status)
    return reply
  }
  const { headers } = await get(list())
  await get(list())
  await get(list(), { 'If-None-Match': headers.get('ETag') })
  await get(list('&no_such=1'))
  await get(list(), { 'X-Service-Version': 'never' })
  await get(`/api/v1/assets/${of.registryId}?client_id=${of.clientId}`)
  await get(`/api/v1/assets/nothing?client_id=${of.clientId}`)
  await get('/api/v1/portfolio/summary?client_id=user_nobody')
  await withoutQuota(() => get(list()))
  await withBrokenReads(() => get(list('&page=2')))
  expect(statuses).toEqual([200, 200, 304, 400, 400, 200, 404, 403, 429, 500])
  const ofGrant = {
    'GET /api/v1/assets ok': 3,
    'GET /api/v1/assets refused': 2,
    'GET /api/v1/assets limited': 1,
    'GET /api/v1/assets failed': 1,
    'GET /api/v1/assets/{id} ok': 1,
    'GET /api/v1/assets/{id} refused': 1,
  }
  const ofKey = { ...ofGrant, 'GET /api/v1/portfolio/summary refused': 1 }
  expect(await countsOf(of.keyId)).toEqual(ofKey)
  expect(await countsOf(of.grantId)).toEqual(ofGrant)
  // The read log has none that were rejected.
  expect(await readsOf(of.grantId)).toEqual([
    ['GET /api/v1/assets', ALL, 3, 6],
    ['GET /api/v1/assets/{id}', ALL, 1, 1],
  ])
})

test('over GraphQL the same is counted, and a partly failed request as failed', async () => {
  const open = (id: string, fields: string) => `{ portfolio(clientId: "${id}") { ${fields} } }`
  const status = async (query: string) => (await askGraphql(query)).status
  expect(await status(open(of.clientId, 'currency'))).toBe(200)
  expect(await status('{ viewer { kind } }')).toBe(200)
  expect(await status(open('user_nobody', 'currency'))).toBe(200)
  await status('{ nothing }')
  await ask('/graphql', { method: 'POST', body: 'x' })
  await withoutQuota(() => status('{ viewer { kind } }'))
  await withBrokenReads(() => status(open(of.clientId, 'assets { nodes { id } }')))
  expect(await countsOf(of.keyId)).toEqual({
    'POST /graphql ok': 2,
    'POST /graphql refused': 3,
    'POST /graphql limited': 1,
    'POST /graphql failed': 1,
  })
  expect(await countsOf(of.grantId)).toEqual({ 'POST /graphql ok': 1, 'POST /graphql failed': 1 })
})

test('the request of a client that disconnects before the response is not a read', async () => {
  const client = new AbortController()
  const headers = { Authorization: `Bearer ${of.key}`, 'X-Service-Version': '2024-01-01' }
  await withHeldReads(async (begun) => {
    const reply = fetch(gateway.url() + list(), { headers, signal: client.signal })
    await begun
    client.abort()
    await expect(reply).rejects.toThrow()
    await expect.poll(() => countsOf(of.keyId)).toEqual({ 'GET /api/v1/assets refused': 1 })
  })
  expect(await countsOf(of.grantId)).toEqual({ 'GET /api/v1/assets refused': 1 })
  expect(await readsOf(of.grantId)).toEqual([])
})

test('a request under a revoked grant counts for the key only', async () => {
  await revokeGrant(operator(database.prisma), { grantId: of.grantId })
  expect((await ask(list())).json.error.code).toBe('grant_revoked')
  expect(await countsOf(of.keyId)).toEqual({ 'GET /api/v1/assets refused': 1 })
  expect(await countsOf(of.grantId)).toEqual({})
})

test('a path that does not exist is counted, and so is a method that is not served', async () => {
  const wrong: readonly [string, string][] = [
    ['GET', `/api/v1/asset?client_id=${of.clientId}`],
    ['GET', '/api/v1'],
    ['GET', `/api/v1/assets/${of.registryId}/${CANARY}`],
    ['PATCH', `/api/v2/assets/${CANARY}`],
    ['GET', `/assets/${of.registryId}`],
    ['GET', `/assets/${of.key}`],
    ['DELETE', list()],
    ['PROPFIND', list()],
  ]
  const statuses: number[] = []
  for (const [method, path] of wrong) statuses.push((await ask(path, { method })).status)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 405, 405])
  expect(await countsOf(of.keyId)).toEqual({
    'unknown refused': 6,
    'DELETE /api/v1/assets refused': 1,
    'other /api/v1/assets refused': 1,
  })
  expect(await counting.errorCountsOf(of.keyId)).toEqual(
    expect.arrayContaining([
      ['route_not_found', 6],
      ['method_not_allowed', 2],
    ]),
  )
})

test('a request of a key counts in the day in which it began', async () => {
  const midnight = NOON + DAY_MS / 2
  time.now = midnight - 1
  await ask(list())
  time.now = midnight
  await ask(list())
  await ask(list())
  await gateway.usage.flush()
  const where = { keyId: of.keyId }
  const rows = await database.prisma.keyUsage.findMany({ where, orderBy: { hour: 'asc' } })
  // With the count that the limit had met in its minute.
  expect(rows.map(({ hour, lastAt, ...most }) => [hour, lastAt, most.mostUsed])).toEqual([
    [new Date(midnight - DAY_MS), new Date(midnight - 1), 1],
    [new Date(midnight), new Date(midnight), 3],
  ])
})

test('requests without a valid key are not counted', async () => {
  const names = ['key_usage', 'grant_usage', 'request_errors', 'error_counts', 'key_requests']
  const counts = names.map((name) => `(SELECT count(*) FROM ${name})`)
  const tables = async () => (await database.pool.query(`VALUES (${counts})`)).rows
  await gateway.usage.flush()
  const before = await tables()
  const token = await tokenOf(database, of.clientId)
  for (const outsider of [undefined, 'sk_live_wrong', createSecret('production').secret, token]) {
    const call = outsider ? { key: outsider } : {}
    await gateway.request(list(), call)
    await gateway.graphql(`{ portfolio(clientId: "${of.clientId}") { currency } }`, call)
    await gateway.request('/plants', call)
    await gateway.request('/nowhere', call)
  }
  await gateway.usage.flush()
  expect(await tables()).toEqual(before)
})

test('the read log counts the assets of every response, also of a cached one', async () => {
  const { headers } = await ask(list())
  await ask(list())
  await ask(list(), { headers: { 'If-None-Match': headers.get('ETag') ?? '' } })
  const one = `/api/v1/assets/${of.registryId}`
  for (const path of [one, `${one}/valuations`, `${one}/documents`, '/api/v1/portfolio/summary']) {
    for (const _ of [1, 2]) await ask(`${path}?client_id=${of.clientId}`)
  }
  await ask(list('&updated_since=2020-01-01&page_size=2'))
  expect(await readsOf(of.grantId)).toEqual([
    ['GET /api/v1/assets', ALL, 4, 8],
    ['GET /api/v1/assets/{id}', ALL, 2, 2],
    ['GET /api/v1/assets/{id}/documents', ALL, 2, 2],
    ['GET /api/v1/assets/{id}/valuations', ALL, 2, 2],
    ['GET /api/v1/portfolio/summary', ALL, 2, 0],
  ])
})

test('the read log counts assets that a cursor names, once', async () => {
  for (const part of ['edges { cursor }', 'pageInfo { endCursor }'])
    await askGraphql(`{ portfolio(clientId: "${of.clientId}") { assets { ${part} } } }`)
  const assets = expect.toBeOneOf([4, 5, 6])
  expect(await readsOf(of.grantId)).toEqual([['POST /graphql', ALL, 2, assets]])
})

test('the read log has no reads of the grants themselves, and each list of portfolios', async () => {
  await ask('/api/v1/me')
  await askGraphql('{ portfolios { nodes { client { id } grant { scopes } } } }')
  expect(await countsOf(of.grantId)).toEqual({})
  expect(await countsOf(of.keyId)).toEqual({ 'GET /api/v1/me ok': 1, 'POST /graphql ok': 1 })
  for (const fields of ['assets { nodes { id } }', 'summary { digest }', 'assets { totalCount }'])
    await askGraphql(`{ portfolios { nodes { ${fields} } } }`)
  expect(await countsOf(of.grantId)).toEqual({ 'POST /graphql ok': 3 })
})

test('the read log has an entry for each portfolio of a document', async () => {
  const other = await clientWith(database, [asset('a')])
  const otherGrant = await grantWith(database, of.keyId, other, { scopes: ['registry'] })
  const fields = 'assets { totalCount nodes { id } }'
  await askGraphql(
    `{ a: portfolio(clientId: "${of.clientId}") { ${fields} asset(registryId: "${of.registryId}") { id } }
       b: portfolio(clientId: "${other}") { ${fields} } }`,
  )
  await askGraphql('{ portfolios { nodes { assets { totalCount } } } }')
  expect(await readsOf(of.grantId)).toEqual([['POST /graphql', ALL, 2, 4]])
  expect(await readsOf(otherGrant.id)).toEqual([['POST /graphql', 'registry', 2, 1]])
  expect(await countsOf(of.keyId)).toEqual({ 'POST /graphql ok': 2 })
})
