import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createMemoryQuota } from '../../src/load/quota.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { RECORDED_ERRORS } from '../../src/rest/generated/recorded-errors.ts'
import { sandboxOf } from '../modules/sandbox/fixtures.ts'
import { type Reply, testGateway } from '../support/gateway.ts'
import { keyWith } from '../support/portfolio.ts'
import { portfolioErrors } from './error-answers.ts'

const LIMIT = 1_000
const quota = createMemoryQuota()
const limits = { headersTimeout: 1_000, connectionsCheckingInterval: 50 }
// Fewer turns than requests that are slow.
const slotLimits = { running: 4, slow: 1, patienceMs: 60_000 }
const gateway = testGateway({ quota, slotLimits }, limits)
const { prisma } = gateway.database
const RECORDED: Record<string, string> = RECORDED_ERRORS.portfolio
const exhaust = (subject: string) => quota.spend(subject, LIMIT, LIMIT)

const ask = (key: string, code: string, path = '/api/v1/me') =>
  gateway.request(path, { key, headers: { 'X-Sandbox-Simulate': code } })

/** How a program reacts depends on these: the status, the form of the body, and the headers with their content. */
function shapeOf({ status, json, headers }: Reply) {
  const { message: _, request_id: __, ...error } = json.error
  const sent = ['content-type', 'cache-control', 'www-authenticate', 'allow', 'x-error-code']
  return {
    status,
    error,
    members: Object.keys(json.error),
    headers: sent.map((name) => headers.get(name)),
    retryAfter: headers.has('retry-after'),
  }
}

// The parser answers these itself, and closes the connection. It adds no header of the interface.
const OF_PARSER = ['malformed_request', 'request_timeout', 'headers_too_large', 'body_too_large']

test('a simulated error is like the real one in its status, body and headers, for every code', {
  timeout: 120_000,
}, async () => {
  const real = await portfolioErrors(gateway, exhaust)
  expect(Object.keys(real).sort()).toEqual(Object.keys(RECORDED).sort())
  const { secret } = await sandboxOf(gateway)
  for (const [code, answer] of Object.entries(real)) {
    const simulated = await ask(secret, code)
    const message = RECORDED[code]
    // The window of the key decides how long it waits.
    const told = code === 'rate_limit_exceeded' ? {} : { message }
    expect(simulated.json.error).toMatchObject({ code, ...told })
    expect(simulated.json.error.request_id).toBe(simulated.headers.get('X-Request-Id'))
    const expected = shapeOf(await answer())
    if (OF_PARSER.includes(code)) {
      expect(simulated.status).toBe(expected.status)
      expect(simulated.json.error.type).toBe(expected.error.type)
    } else expect(shapeOf(simulated), code).toEqual(expected)
  }
})

test('a simulated error is like the real one with the state of a window that is used up', async () => {
  const { secret } = await sandboxOf(gateway)
  const { headers } = await ask(secret, 'rate_limit_exceeded')
  expect(headers.get('X-RateLimit-Remaining')).toBe('0')
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await gateway.request('/api/v1/me', { key: secret })).status).toBe(200)
})

test('a simulated error is like the real one in the usage of the key, and marked in the log', async () => {
  const { id, secret } = await sandboxOf(gateway)
  await ask(secret, 'internal_error')
  await gateway.usage.flush()
  const [count] = await prisma.errorCount.findMany({ where: { keyId: id } })
  expect(count).toMatchObject({ code: 'internal_error', status: 500, requests: 1 })
  const lines = gateway.log.map((line) => JSON.parse(line)).filter(({ key_id }) => key_id === id)
  expect(lines).toEqual([expect.objectContaining({ status: 500, simulated: true, level: 30 })])
})

test('the header is refused to a key of production, whatever it contains', async () => {
  const { secret } = await keyWith(gateway.database)
  for (const value of ['slow', 'internal_error', 'x', '']) {
    const { status, json } = await ask(secret, value)
    expect([status, json.error.code]).toEqual([403, 'sandbox_only'])
  }
})

test('the header is refused with an unknown value, and names what is accepted', async () => {
  const { secret } = await sandboxOf(gateway)
  for (const value of ['', 'SLOW', 'slow, slow', 'toString', '__proto__', 'x'.repeat(4_000)]) {
    const { status, json } = await ask(secret, value)
    expect([status, json.error.code], value).toEqual([400, 'invalid_parameter'])
    expect(json.error.message).toMatch(
      /^X-Sandbox-Simulate takes slow or one of missing_parameter, /,
    )
  }
})

test('the header is refused by no rule but those that come before: without a credential it does nothing', async () => {
  expect((await ask('sk_test_x', 'internal_error')).json.error.code).toBe('invalid_api_key')
  const headers = { 'X-Sandbox-Simulate': 'internal_error' }
  const { json } = await gateway.request('/api/v1/me', { headers })
  expect(json.error.code).toBe('missing_api_key')
  const { id, secret } = await sandboxOf(gateway)
  await revokeKey(operator(prisma), { keyId: id })
  expect((await ask(secret, 'internal_error')).json.error.code).toBe('revoked_api_key')
})

test('the header is refused over the limit of the key, which it is counted against', async () => {
  const { id, secret } = await sandboxOf(gateway)
  const { headers } = await ask(secret, 'asset_not_found')
  expect(headers.get('X-RateLimit-Remaining')).toBe('99')
  await quota.spend(id, 100, 99)
  expect((await ask(secret, 'asset_not_found')).json.error.code).toBe('rate_limit_exceeded')
})

// Each waits for seconds, so they wait together.
describe.concurrent('slow', () => {
  test('answers later than others, and holds neither a turn nor a connection to the database', async () => {
    const { secret, clientId } = await sandboxOf(gateway)
    const path = `/api/v1/assets?client_id=${clientId}`
    let answered = 0
    // More than there are turns, and connections in the pool.
    const slow = Array.from({ length: 12 }, async () => {
      const answer = await ask(secret, 'slow', path)
      answered += 1
      return answer
    })
    await sleep(500)
    expect((await gateway.request(path, { key: secret })).status).toBe(200)
    expect(answered).toBe(0)
    for (const { status, json } of await Promise.all(slow)) {
      expect(status).toBe(200)
      expect(json.data).toHaveLength(7)
    }
  }, 60_000)

  test('rejects a key that was revoked meanwhile', async () => {
    const { id, secret } = await sandboxOf(gateway)
    const slow = ask(secret, 'slow')
    await sleep(1_000)
    await revokeKey(operator(prisma), { keyId: id })
    expect((await slow).json.error.code).toBe('revoked_api_key')
  }, 60_000)

  test('ends when its caller leaves', async () => {
    const { id, secret } = await sandboxOf(gateway)
    const gone = new AbortController()
    const call = fetch(`${gateway.url()}/api/v1/me`, {
      headers: { Authorization: `Bearer ${secret}`, 'X-Sandbox-Simulate': 'slow' },
      signal: gone.signal,
    })
    await sleep(500)
    gone.abort()
    await expect(call).rejects.toThrow()
    const isLogged = () => gateway.log.some((line) => line.includes(id) && line.includes('499'))
    await expect.poll(isLogged, { timeout: 3_000 }).toBe(true)
  })
})
