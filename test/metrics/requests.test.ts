import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { change } from '../../src/database/change.ts'
import { createMemoryQuota } from '../../src/load/quota.ts'
import { createGatewayMetrics } from '../../src/metrics/gateway-metrics.ts'
import { OPERATOR, operator, recordEvent } from '../../src/modules/audit/audit.writes.ts'
import { revokeKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf, tokenOf } from '../support/portfolio.ts'
import { parseMetrics, sumOf } from './parse-metrics.ts'

const database = testDatabase()
const metrics = createGatewayMetrics(() => 7)
const quota = metrics.countDecisions(createMemoryQuota())
metrics.watchPools(database.pools)
const config = { trustProxy: true }
const gateway = testGateway({ database, quota, metrics, config })
afterAll(metrics.close)

const read = async () => parseMetrics(await metrics.registry.metrics())
const inFlight = async () => sumOf(await read(), 'orangery_http_requests_in_flight')
const REQUESTS = 'orangery_http_requests_total'
const ERRORS = 'orangery_request_errors_total'
const SIGN_INS = 'orangery_sign_ins_total'
const DECISIONS = 'orangery_quota_decisions_total'

async function growth(
  [name, ...labels]: readonly [string, ...string[]],
  work: () => Promise<unknown>,
): Promise<number> {
  const before = sumOf(await read(), name, ...labels)
  await work()
  // A client has its response before the request has ended.
  await expect.poll(inFlight).toBe(0)
  return sumOf(await read(), name, ...labels) - before
}

async function portfolio() {
  const clientId = await clientWith(database, [], 'sandbox')
  const key = await readerOf(database, clientId, {}, { environment: 'sandbox' })
  return { key, path: `/api/v1/assets?client_id=${clientId}` }
}

/** Requests whose address differs, so that no limit of an address is reached. */
let addresses = 0
const from = () => {
  addresses++
  return { 'X-Forwarded-For': `10.1.${addresses >> 8}.${addresses & 255}` }
}

test('requests whose error a sandbox key asked for sound no alarm', async () => {
  const { key, path } = await portfolio()
  const headers = { ...from(), 'X-Sandbox-Simulate': 'internal_error' }
  const ask = () => gateway.request(path, { key: key.secret, headers })
  expect(await growth([REQUESTS, 'status="simulated"'], ask)).toBe(1)
  expect(await growth([REQUESTS, 'status="500"'], ask)).toBe(0)
  expect(await growth([ERRORS, 'code="internal_error"'], ask)).toBe(0)
})

test('requests are counted by route and status', async () => {
  const { key, path } = await portfolio()
  const assets = 'route="/api/v1/assets"'
  const none = path.replace('?', '/XX-1?')
  const get = (at: string, secret?: string) =>
    gateway.request(at, { headers: from(), ...(secret && { key: secret }) })
  const cases = [
    [assets, '200', () => get(path, key.secret)],
    [assets, '401', () => get(path)],
    ['route="/api/v1/assets/{registry_id}"', '404', () => get(none, key.secret)],
    ['route="other"', '404', () => get('/nope')],
    ['route="health"', '200', () => get('/healthz')],
    ['route="graphql"', '200', () => gateway.graphql('{ __typename }', { key: key.secret })],
    ['route="sign-in"', '200', () => get('/api/auth/get-session')],
  ] as const
  for (const [route, status, send] of cases) {
    const grown = await growth([REQUESTS, route, `status="${status}"`], async () => {
      expect(String((await send()).status)).toBe(status)
    })
    expect([route, status, grown]).toEqual([route, status, 1])
  }
})

test('requests with an error are counted by its code, also inside a GraphQL response', async () => {
  const { key, path } = await portfolio()
  const query = '{ portfolio(clientId: "user_nobody") { currency } }'
  const call = { key: key.secret, headers: from() }
  const cases = [
    ['unknown_parameter', () => gateway.request(`${path}&no_such=1`, call)],
    ['no_active_grant', () => gateway.graphql(query, call)],
    ['route_not_found', () => gateway.request('/nope', call)],
  ] as const
  for (const [code, send] of cases)
    expect([code, await growth([ERRORS, `code="${code}"`], send)]).toEqual([code, 1])
  expect(await growth([ERRORS], () => gateway.request(path, call))).toBe(0)
})

test('requests that sign in are counted by outcome', async () => {
  const sent = growth([SIGN_INS, 'action="sign_in"', 'outcome="invalid_credentials"'], () =>
    gateway.request('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { ...from(), 'Content-Type': 'application/json', Origin: gateway.url() },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'none of these' }),
    }),
  )
  expect(await sent).toBe(1)
})

test('requests over the limit are counted, by kind of limit', async () => {
  const { key, path } = await portfolio()
  const send = async () => {
    for (let i = 0; i < 103; i++) await gateway.request(path, { key: key.secret, headers: from() })
  }
  const limited = [DECISIONS, 'kind="key"', 'decision="limited"'] as const
  let grown = 0
  const rejected = await growth([REQUESTS, 'status="429"'], async () => {
    grown = await growth(limited, send)
  })
  expect([rejected, grown]).toEqual([3, 3])
})

test('requests are in flight until they end, also without a response, and have a duration', async () => {
  const key = await tokenOf(database, await clientWith(database, []))
  // The client may leave before the path of its request was found, so the route is not asked for.
  const duration = ['orangery_http_request_duration_seconds_count'] as const
  const closed = [REQUESTS, 'method="POST"', 'status="499"'] as const
  let measured = 0
  const grown = await growth(closed, async () => {
    measured = await growth(duration, async () => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
      const open = request(`${gateway.url()}/plants`, { method: 'POST', headers })
      open.on('error', () => {})
      open.write('{')
      await expect.poll(inFlight).toBe(1)
      open.destroy()
    })
  })
  expect([grown, measured]).toEqual([1, 1])
})

test('requests that Node cannot parse are counted', async () => {
  const grown = await growth([REQUESTS, 'route="other"', 'status="400"'], async () => {
    const socket = connect(Number(new URL(gateway.url()).port), '127.0.0.1')
    socket.end('no request\r\n\r\n')
    await new Promise((resolve) => socket.once('close', resolve).resume())
  })
  expect(grown).toBe(1)
})

test('labels stay the same whatever paths, methods and headers a caller sends', async () => {
  const { key, path } = await portfolio()
  const hostile = async (name: string) => {
    const { secret } = key
    const headers = from()
    const send = (at: string, more = {}) => gateway.request(at, { headers, ...more })
    await send(`/${name}`)
    await send(`/api/v1/${name}`)
    await send(`/api/v1/assets/${name}?client_id=${name}`, { key: secret })
    await send(path.replace('?', `/${name}/documents?`), { key: `sk_test_${name}` })
    await send(`/plants/${name}`, { method: 'DELETE' })
    await send(`/api/auth/${name}`, { method: 'PROPFIND' })
    await send(`/connect/${name}`)
    await send(`/invitation/${name}`, { method: 'PUT' })
    await send(`/assets/${name}.js`)
    await send(`/.well-known/${name}`, { method: 'OPTIONS' })
  }
  const series = async () => [...(await read()).keys()]
  await hostile('first')
  const before = await series()
  for (let i = 0; i < 50; i++) await hostile(`canary%22${i}`)
  const after = await series()
  // Only the statuses of limits that are reached meanwhile may follow.
  const added = after.filter((name) => !before.includes(name) && !name.includes('status="429"'))
  expect(added).toEqual([])
  const methods = after.map((name) => /method="(\w+)"/.exec(name)?.[1] ?? 'other')
  expect([...new Set(methods)].sort()).toEqual(['DELETE', 'GET', 'OPTIONS', 'POST', 'other'])
  expect(after.join('\n')).not.toMatch(/canary|client_id|sk_|(?:key|user)_[0-9A-Z]|10\.1\./)
})

test('what is read at an answer has the caches', async () => {
  const { key, path } = await portfolio()
  const send = () => gateway.request(path, { key: key.secret, headers: from() })
  const responses = 'cache="responses"'
  expect(await growth(['orangery_cache_misses_total', responses], send)).toBe(1)
  expect(await growth(['orangery_cache_hits_total', responses], send)).toBe(1)
  const samples = await read()
  expect(sumOf(samples, 'orangery_cache_entries', responses)).toBeGreaterThan(0)
  expect(sumOf(samples, 'orangery_cache_bytes', responses)).toBeGreaterThan(300)
})

test('what is read at an answer has the pools, the process and the lost log lines', async () => {
  const samples = await read()
  for (const pool of ['identity', 'portfolios', 'prisma', 'health'])
    expect(samples.get(`orangery_database_connections_max{pool="${pool}"}`)).toBe(8)
  expect(sumOf(samples, 'orangery_log_lines_lost_total')).toBe(7)
  expect(sumOf(samples, 'orangery_process_cpu_seconds_total')).toBeGreaterThan(0)
  const delay = samples.get('orangery_event_loop_delay_seconds{quantile="1"}')
  expect(delay).toBeGreaterThanOrEqual(0)
  expect(delay).toBeLessThan(60)
})

test('what is read at an answer has the revocations that were committed', async () => {
  const { key } = await portfolio()
  const revocations = 'orangery_revocations_total'
  const revoke = () => revokeKey(operator(database.prisma), { keyId: key.id })
  let grants = 0
  const keys = await growth([revocations, 'kind="key"'], async () => {
    grants = await growth([revocations, 'kind="grant"'], revoke)
  })
  // The grant of the sandbox client ends as well.
  expect([keys, grants]).toEqual([1, 2])
  expect(await growth([revocations], revoke)).toBe(0)
})

test('what is read at an answer has no revocation that was rolled back', async () => {
  const { key } = await portfolio()
  const undone = async () => {
    const work = change(database.prisma, async (tx) => {
      await recordEvent(tx, OPERATOR, { action: 'key.revoked', subject: key.id })
      throw new Error('rolled back')
    })
    await expect(work).rejects.toThrow('rolled back')
  }
  expect(await growth(['orangery_revocations_total'], undone)).toBe(0)
})
