import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectServing } from '../../src/database/client.ts'
import { createGatewayMetrics } from '../../src/metrics/gateway-metrics.ts'
import { parseMetrics, sumOf } from '../metrics/parse-metrics.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { GATEWAYS } from '../support/gateway-pair.ts'
import { clientWith, tokenOf } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'

const owner = testDatabase()
const { host, port, user, password, database: name, connectionString } = owner.serving.pool.options
// All requests of a person that run have a connection, so none of them is refused for want of one.
const database = connectServing(
  connectionString ?? { host, port, user, password, database: name },
  { onError: () => {}, poolSize: 20 },
)
const metrics = createGatewayMetrics(() => 0)
const gateway = testGateway({ database, metrics })
// One request at a time, however long it takes.
const turnMetrics = createGatewayMetrics(() => 0)
const narrow = testGateway({
  database: owner,
  metrics: turnMetrics,
  slotLimits: { running: 1, slotMs: 600_000, patienceMs: 600_000 },
})
afterAll(async () => {
  metrics.close()
  turnMetrics.close()
  await database.close()
})

const VIEWER = '{ viewer { id } }'
let person = ''
let other = ''

beforeAll(async () => {
  person = await clientWith(owner, [])
  other = await clientWith(owner, [])
})

const tokensOf = (userId: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => tokenOf(owner, userId)))

async function whilePlantsAreLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const locking = await owner.pool.connect()
  await locking.query('BEGIN; LOCK TABLE plants IN ACCESS EXCLUSIVE MODE')
  try {
    return await work()
  } finally {
    await locking.query('ROLLBACK')
    locking.release()
  }
}

const waiting = async () =>
  sumOf(parseMetrics(await turnMetrics.registry.metrics()), 'orangery_requests_waiting')

test('all sessions and tokens of a person share one window, in all skins', async () => {
  const userId = await clientWith(owner, [])
  const [one = '', two = ''] = await tokensOf(userId, 2)
  const sessions = [await sessionOf(owner, userId), await sessionOf(owner, userId)]
  const headers = { Origin: gateway.url() }
  const replies = [
    await gateway.graphql(VIEWER, { key: one }),
    await gateway.graphql(VIEWER, { key: two }),
    await gateway.request('/plants', { key: one }),
    await gateway.request('/plants', { key: two }),
  ]
  for (const key of sessions) replies.push(await gateway.graphql(VIEWER, { key, headers }))
  for (const key of sessions) replies.push(await gateway.request('/api/auth/get-session', { key }))
  const left = replies.map((reply) => reply.headers.get('X-RateLimit-Remaining'))
  expect(left).toEqual(['999', '998', '997', '996', '995', '994', '993', '992'])
  expect(new Set(replies.map((reply) => reply.headers.get('X-RateLimit-Limit')))).toEqual(
    new Set(['1000']),
  )
})

test.skipIf(GATEWAYS > 1)(
  'all sessions and tokens of a person share sixteen slots; another person has their own',
  async () => {
    const tokens = [...(await tokensOf(person, 17)), await tokenOf(owner, other)]
    const settled: { readonly key: string; readonly status: number }[] = []
    const requests = await whilePlantsAreLocked(async () => {
      const sent = tokens.map(async (key) => {
        const { status, json } = await gateway.request('/plants', { key })
        settled.push({ key, status })
        return { status, message: json.message }
      })
      await expect.poll(() => settled.length, { timeout: 9_000 }).toBe(1)
      return sent
    })
    const replies = await Promise.all(requests)
    expect(settled[0]?.status).toBe(429)
    expect(settled[0]?.key).not.toBe(tokens.at(-1))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(17)
  },
)

test.skipIf(GATEWAYS > 1)(
  'all sessions and tokens of a person wait in one lane: another person waits for one of them',
  async () => {
    const tokens = await tokensOf(person, 6)
    const theirs = await tokenOf(owner, other)
    // Each is known to the process.
    for (const key of [...tokens, theirs]) await narrow.graphql(VIEWER, { key })
    const order: string[] = []
    const send = async (name: string, key: string) => {
      await narrow.graphql(VIEWER, { key })
      order.push(name)
    }
    const sent: Promise<unknown>[] = []
    await whilePlantsAreLocked(async () => {
      sent.push(narrow.request('/plants', { key: theirs }))
      for (const key of tokens) sent.push(send('person', key))
      await expect.poll(waiting, { interval: 10 }).toBe(tokens.length)
      sent.push(send('other', theirs))
      await expect.poll(waiting, { interval: 10 }).toBe(tokens.length + 1)
    })
    await Promise.all(sent)
    expect(order.indexOf('other')).toBeLessThanOrEqual(2)
  },
)
