import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { type Reply, testGateway } from '../support/gateway.ts'
import { clientWith, keyWith, readerOf } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { sendInWaves } from '../support/waves.ts'

const database = testDatabase()
const gateway = testGateway({ database })
const forPaths = testGateway({ database })
const forElsewhere = testGateway({ database })
let clientId = ''

beforeAll(async () => {
  clientId = await clientWith(database, [], 'sandbox')
})

async function sandboxKey() {
  return (await readerOf(database, clientId, {}, { environment: 'sandbox' })).secret
}

const path = () => `/api/v1/assets?client_id=${clientId}`
const count = (replies: Reply[], status: number) =>
  replies.filter((reply) => reply.status === status).length

test('a key over its limit gets Retry-After', async () => {
  const key = await sandboxKey()
  const before = Date.now() / 1000
  const replies = await sendInWaves(101, () => gateway.request(path(), { key }))
  const after = Date.now() / 1000
  const rejected = replies.find(({ status }) => status === 429)
  expect(rejected?.json.error).toMatchObject({
    type: 'rate_limit_error',
    code: 'rate_limit_exceeded',
    message: expect.stringContaining('100 requests'),
  })
  const header = (name: string) => rejected?.headers.get(name)
  const wait = Number(header('Retry-After'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  expect(header('X-RateLimit-Limit')).toBe('100')
  expect(header('X-RateLimit-Remaining')).toBe('0')
  const reset = Number(header('X-RateLimit-Reset'))
  // Both are whole seconds, rounded up.
  expect(reset - wait).toBeGreaterThan(before - 1)
  expect(reset - wait).toBeLessThan(after + 1)
})

testTable([
  ['GET', '/api/v1/none', 404],
  ['GET', '/none', 404],
  ['HEAD', '/api/v1/none', 404],
  ['PROPFIND', '/api/v1/none/deep', 404],
  ['OPTIONS', '/api/v1/assets', 405],
  ['POST', '/api/v1/portfolio/summary', 405],
  ['GET', '/api/v1/assets/%ZZ', 400],
])('a key spends one on each request that is counted', async (method, url, status) => {
  const key = await sandboxKey()
  const reply = await gateway.request(url, { key, method, headers: { 'X-Service-Version': '' } })
  const { headers } = reply
  const shown = ['Limit', 'Remaining'].map((name) => headers.get(`X-RateLimit-${name}`))
  expect([reply.status, ...shown]).toEqual([status, '100', '99'])
})

test('a key that is rejected for its address is not charged; the address is limited', async () => {
  const { id, secret } = await keyWith(database, {
    environment: 'sandbox',
    allowedIps: ['192.0.2.0/24'],
  })
  const replies = await sendInWaves(110, () => forElsewhere.request(path(), { key: secret }))
  expect([count(replies, 403), count(replies, 429)]).toEqual([100, 10])
  const { headers } = replies[0] ?? (await forElsewhere.request(path()))
  expect(headers.get('X-RateLimit-Limit')).toBe('100')
  await database.prisma.apiKey.updateMany({ where: { id }, data: { allowedIps: [] } })
  const allowed = await forElsewhere.request('/api/v1/none', { key: secret })
  expect([allowed.status, allowed.headers.get('X-RateLimit-Remaining')]).toEqual([404, '99'])
})

test('a key has the limit of its tier, or else of that of its firm', async () => {
  const production = await clientWith(database, [])
  const { id, secret, firmId } = await readerOf(database, production)
  await database.prisma.firm.updateMany({ where: { id: firmId }, data: { tier: 'enterprise' } })
  const url = `/api/v1/assets?client_id=${production}`
  const limitOf = async () =>
    (await gateway.request(url, { key: secret })).headers.get('X-RateLimit-Limit')
  expect(await limitOf()).toBe('20000')
  await database.prisma.apiKey.updateMany({ where: { id }, data: { tier: 'elevated' } })
  expect(await limitOf()).toBe('5000')
})

test('an address without a key is counted on every path, with every method', async () => {
  const paths = ['/api/v1/none', '/api/v1', '/plants/x/y', '/none']
  const methods = ['GET', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND']
  const replies = await sendInWaves(105, (i) =>
    forPaths.request(paths[i % 4] ?? '', { method: methods[i % 5] ?? '' }),
  )
  expect([count(replies, 401) + count(replies, 404), count(replies, 429)]).toEqual([100, 5])
  const rejected = replies.find(({ status }) => status === 429)
  expect(rejected?.headers.has('Retry-After')).toBe(true)
})
