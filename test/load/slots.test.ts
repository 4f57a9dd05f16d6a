import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayMetrics } from '../../src/metrics/gateway-metrics.ts'
import { parseMetrics, sumOf } from '../metrics/parse-metrics.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf, tokenOf } from '../support/portfolio.ts'

const owner = testDatabase()
const slotLimits = { running: 1, slotMs: 60_000, patienceMs: 500 }
const metrics = createGatewayMetrics(() => 0)
const gateway = testGateway({ database: owner, slotLimits, metrics })
afterAll(() => metrics.close())
let client = ''
let key = ''
let token = ''

beforeAll(async () => {
  client = await clientWith(owner, [{ type: 'asset', ref: 'a', title: 'Gold bar', category: 'PM' }])
  key = (await readerOf(owner, client)).secret
  token = await tokenOf(owner, client)
})

const assets = (query = '') =>
  gateway.request(`/api/v1/assets?client_id=${client}${query}`, { key })

let busyTimes = 0

async function isWaitedFor(): Promise<boolean> {
  const waiting = `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'assets'::regclass
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS waiting`
  return (await owner.pool.query(waiting)).rows[0].waiting
}

// One request waits for a locked table, and has the only turn. No cache has its page.
async function whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  const locking = await owner.pool.connect()
  await locking.query('BEGIN; LOCK TABLE assets IN ACCESS EXCLUSIVE MODE')
  const first = assets(`&page_size=${50 + busyTimes++}`)
  try {
    await expect.poll(isWaitedFor).toBe(true)
    return await work()
  } finally {
    await locking.query('ROLLBACK')
    locking.release()
    expect((await first).status).toBe(200)
  }
}

test('while the gateway has as much work as it can do: a request that waits too long is refused, in the form of its area', async () => {
  await assets()
  const headers = { 'X-Request-Id': 'of-the-caller' }
  const [rest, plants, graphql] = await whileBusy(() =>
    Promise.all([
      gateway.request(`/api/v1/assets?client_id=${client}`, { key, headers }),
      gateway.request('/plants', { key: token }),
      gateway.graphql('{ viewer { id } }', { key }),
    ]),
  )
  // The key is known from before, so its own window is shown. The token is not.
  const limits = [rest, plants, graphql].map(({ status, headers }) => {
    expect(status).toBe(503)
    expect(headers.get('Retry-After')).toMatch(/^[1-9]\d*$/)
    expect(headers.get('X-Request-Id')).toBeTruthy()
    return headers.get('X-RateLimit-Limit')
  })
  expect(limits).toEqual(['1000', '100', '1000'])
  expect(rest.json.error).toMatchObject({
    type: 'api_error',
    code: 'service_unavailable',
    request_id: 'of-the-caller',
  })
  expect(plants.json).toEqual({ error: 503, message: rest.json.error.message })
  expect(graphql.json.errors[0].extensions).toMatchObject({
    code: 'service_unavailable',
    request_id: graphql.headers.get('X-Request-Id'),
  })
  expect(gateway.log.join('')).toContain('too many requests: some are refused')
  const waited = parseMetrics(await metrics.registry.metrics())
  expect(sumOf(waited, 'orangery_wait_seconds_count', 'wait="turn"')).toBe(3)
  expect(gateway.log.join('')).not.toContain('internal error')
})

test('while the gateway has as much work as it can do: the checks of health are answered', async () => {
  const checks = () => Promise.all(['/healthz', '/readyz'].map((path) => gateway.request(path)))
  const replies = await whileBusy(checks)
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
})

const read = async (name: string) => sumOf(parseMetrics(await metrics.registry.metrics()), name)

test('requests that wait, and those that are refused, are counted', async () => {
  const before = await read('orangery_requests_refused_total')
  await whileBusy(async () => {
    const waiting = [assets('&page=3'), assets('&page=4')]
    await expect.poll(() => read('orangery_requests_waiting'), { interval: 10 }).toBe(2)
    await Promise.all(waiting)
  })
  expect(await read('orangery_requests_waiting')).toBe(0)
  expect(await read('orangery_requests_refused_total')).toBe(before + 2)
})
