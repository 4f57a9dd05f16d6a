import { beforeAll, describe, expect, test } from 'vitest'
import { createSecret } from '../../src/access/secret.ts'
import { testDatabase } from '../support/database.ts'
import { type Reply, testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const database = testDatabase()
const gateway = testGateway({ database })
const forStrangers = testGateway({ database })
const forPaths = testGateway({ database })
let clientId = ''

beforeAll(async () => {
  clientId = await clientWith(database, [], 'sandbox')
})

async function sandboxKey() {
  const { id, secret } = await keyWith(database, { environment: 'sandbox' })
  await grantWith(database, id, clientId)
  return secret
}

const path = () => `/api/v1/assets?client_id=${clientId}`
const count = (replies: Reply[], status: number) =>
  replies.filter((reply) => reply.status === status).length
const times = (number: number, call: (i: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: number }, (_, i) => call(i)))

describe('a key', () => {
  test('is let through up to its limit and not once more, however many ask at once', async () => {
    const key = await sandboxKey()
    const replies = await times(130, () => gateway.request(path(), { key }))
    expect([count(replies, 200), count(replies, 429)]).toEqual([100, 30])
    const remaining = replies.map(({ headers }) => Number(headers.get('X-RateLimit-Remaining')))
    expect(new Set(remaining).size).toBe(100)
    expect(Math.min(...remaining)).toBe(0)
  })

  test('is told when to come again', async () => {
    const key = await sandboxKey()
    const replies = await times(101, () => gateway.request(path(), { key }))
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.json.error).toMatchObject({
      type: 'rate_limit_error',
      code: 'rate_limit_exceeded',
      message: expect.stringContaining('100 requests'),
    })
    const header = (name: string) => refused?.headers.get(name)
    const wait = Number(header('Retry-After'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect(header('X-RateLimit-Limit')).toBe('100')
    expect(header('X-RateLimit-Remaining')).toBe('0')
    const reset = Number(header('X-RateLimit-Reset'))
    expect(Math.abs(reset - Date.now() / 1000 - wait)).toBeLessThan(3)
  })

  test('spends on refusals and on HEAD as on answers, and on no other key', async () => {
    const key = await sandboxKey()
    const left = async (url: string, method = 'GET') => {
      const { headers } = await gateway.request(url, { key, method })
      return Number(headers.get('X-RateLimit-Remaining'))
    }
    expect(await left(path())).toBe(99)
    expect(await left(`${path()}&page=0`)).toBe(98)
    expect(await left('/api/v1/assets?client_id=user_x')).toBe(97)
    expect(await left(path(), 'HEAD')).toBe(96)
    const other = await gateway.request(path(), { key: await sandboxKey() })
    expect(other.headers.get('X-RateLimit-Remaining')).toBe('99')
  })

  test.each([
    ['standard', 1_000],
    ['elevated', 5_000],
    ['enterprise', 20_000],
  ] as const)('of the %s tier has %i a minute', async (tier, limit) => {
    const production = await clientWith(database, [])
    const { id, secret, firmId } = await keyWith(database)
    await grantWith(database, id, production)
    await database.prisma.firm.update({ where: { id: firmId }, data: { tier } })
    const url = `/api/v1/assets?client_id=${production}`
    const limitOf = async () =>
      (await gateway.request(url, { key: secret })).headers.get('X-RateLimit-Limit')
    expect(await limitOf()).toBe(String(limit))
    await database.prisma.apiKey.update({ where: { id }, data: { tier: 'elevated' } })
    expect(await limitOf()).toBe('5000')
  })
})

describe('an address without a key', () => {
  test('may be refused a hundred times a minute, and then its keys work on', async () => {
    const key = await sandboxKey()
    await forStrangers.request(path(), { key })
    const replies = await times(120, (i) =>
      forStrangers.request(path(), i % 2 ? { key: createSecret('sandbox').secret } : {}),
    )
    expect([count(replies, 401), count(replies, 429)]).toEqual([100, 20])
    expect((await forStrangers.request(path(), { key })).status).toBe(200)
  })

  test('is counted on paths that are none and methods that are not served', async () => {
    const replies = await times(105, (i) =>
      i % 2
        ? forPaths.request('/api/v1/none')
        : forPaths.request('/api/v1/assets', { method: 'DELETE' }),
    )
    expect([count(replies, 404) + count(replies, 405), count(replies, 429)]).toEqual([100, 5])
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.headers.has('Retry-After')).toBe(true)
  })
})
