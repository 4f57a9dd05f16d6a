import { expect, test } from 'vitest'
import { Browser, personWithPassword } from '../support/browser.ts'
import { type Call, testGateway } from '../support/gateway.ts'
import { tokenOf } from '../support/portfolio.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'

const ORIGIN = 'https://app.example.com'
const closed = testGateway()
const { database } = closed
const gateway = testGateway({
  database,
  config: { corsOrigins: ['http://localhost:5173', ORIGIN] },
})
const reader = testReader(closed, [])
const path = () => `/api/v1/assets?client_id=${reader.clientId}`

const corsOf = (headers: Headers) =>
  [...headers].filter(([name]) => name.startsWith('access-control-'))
const preflight = (to: string, origin: string, on = gateway) =>
  on.request(to, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization,x-service-version',
    },
  })
const json = { 'Content-Type': 'application/json' }
const viewer = (headers: Record<string, string>): Call => ({
  method: 'POST',
  headers: { ...json, ...headers },
  body: '{"query":"{ viewer { id } }"}',
})

testTable(['http://localhost:5173', ORIGIN])(
  'an application of a listed origin can read responses',
  async (origin) => {
    const reply = await gateway.request(path(), { key: reader.key, headers: { Origin: origin } })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBe(origin)
    const shown = reply.headers.get('Access-Control-Expose-Headers')?.split(',') ?? []
    for (const name of ['ETag', 'Link', 'X-Request-Id', 'X-RateLimit-Remaining', 'RateLimit'])
      expect([name, shown.includes(name), reply.headers.has(name)]).toEqual([name, true, true])
    const vary = reply.headers.get('Vary')?.toLowerCase()
    for (const name of ['origin', 'authorization', 'x-service-version'])
      expect(vary).toContain(name)
  },
)

test('an application of a listed origin can read errors, 304 and the other areas', async () => {
  const Origin = ORIGIN
  const { key } = reader
  const token = await tokenOf(database, reader.clientId)
  const { headers } = await gateway.request(path(), { key, headers: { Origin } })
  const tag = { Origin, 'If-None-Match': headers.get('ETag') ?? '' }
  const replies = [
    [304, await gateway.request(path(), { key, headers: tag })],
    [401, await gateway.request(path(), { headers: { Origin } })],
    [404, await gateway.request('/api/v1/none', { key, headers: { Origin } })],
    [405, await gateway.request(path(), { key, method: 'OPTIONS', headers: { Origin } })],
    [200, await gateway.request('/plants', { key: token, headers: { Origin } })],
    [200, await gateway.request('/graphql', { key, ...viewer({ Origin }) })],
    [401, await gateway.request('/graphql', { key: 'x', ...viewer({ Origin }) })],
  ] as const
  for (const [status, reply] of replies) {
    expect(reply.status, reply.text).toBe(status)
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN)
    expect(reply.headers.get('Vary')).toContain('Origin')
    expect(reply.headers.has('Access-Control-Allow-Credentials')).toBe(false)
  }
})

test('an application of a listed origin may send what it needs, by a preflight', async () => {
  for (const to of [path(), '/plants/1', '/graphql']) {
    const { status, headers, text } = await preflight(to, ORIGIN)
    expect([status, text, headers.get('Access-Control-Allow-Origin')]).toEqual([204, '', ORIGIN])
    expect(headers.get('Access-Control-Allow-Methods')).toBe('GET,HEAD,POST,DELETE')
    const allowed = headers.get('Access-Control-Allow-Headers')?.toLowerCase()
    expect(allowed).toContain('authorization')
    expect(allowed).toContain('x-service-version')
    expect(allowed).toContain('x-sandbox-simulate')
    expect(headers.get('Access-Control-Max-Age')).toBe('600')
    expect(headers.has('Access-Control-Allow-Credentials')).toBe(false)
    expect(headers.has('X-Request-Id')).toBe(true)
  }
})

test('an application of a listed origin pays nothing for preflights, which show what its address has left', async () => {
  const left = async () => {
    const { headers } = await gateway.request('/api/v1/me', {})
    return Number(headers.get('X-RateLimit-Remaining'))
  }
  const before = await left()
  for (let i = 0; i < 5; i++) {
    const { headers } = await preflight(path(), ORIGIN)
    const shown = ['Limit', 'Remaining', 'Cost'].map((name) => headers.get(`X-RateLimit-${name}`))
    expect(shown).toEqual(['100', String(before), '0'])
    expect(Number(headers.get('X-RateLimit-Reset'))).toBeGreaterThan(Date.now() / 1000)
  }
  expect(await left()).toBe(before - 1)
})

testTable(
  words(`
    https://evil.example null https://app.example.com.evil.example
    https://app.example.com:8443 http://app.example.com https://APP.example.com
    https://x.app.example.com *
  `),
)('an origin that is not listed learns nothing', async (origin) => {
  const asked = await preflight(path(), origin)
  expect([asked.status, corsOf(asked.headers)]).toEqual([401, []])
  const reply = await gateway.request(path(), { key: reader.key, headers: { Origin: origin } })
  expect([reply.status, corsOf(reply.headers)]).toEqual([200, []])
  expect(reply.headers.get('Vary')).toContain('Origin')
})

test('an origin that is not listed is every origin without a list', async () => {
  const asked = await preflight(path(), ORIGIN, closed)
  expect([asked.status, corsOf(asked.headers)]).toEqual([401, []])
  const { headers } = await closed.request(path(), { key: reader.key, headers: { Origin: ORIGIN } })
  expect([corsOf(headers), headers.get('Vary')?.includes('Origin')]).toEqual([[], false])
})

testTable(['/', '/healthz', '/api/auth/get-session', '/graphqlx', '/Graphql'])(
  'nothing has such headers',
  async (to) => {
    const reply = await gateway.request(to, { headers: { Origin: ORIGIN } })
    expect(corsOf(reply.headers)).toEqual([])
    expect(corsOf((await preflight(to, ORIGIN)).headers)).toEqual([])
  },
)

test('a cookie does not count for a listed origin', async () => {
  const browser = new Browser(gateway)
  await browser.signIn(await personWithPassword(gateway))
  const Cookie = browser.cookie
  for (const origin of [ORIGIN, 'https://evil.example']) {
    const { status, json: body } = await gateway.request(
      '/graphql',
      viewer({ Cookie, Origin: origin }),
    )
    expect([status, body.errors[0].extensions.code]).toEqual([403, 'origin_not_allowed'])
  }
  const own = await gateway.request('/graphql', viewer({ Cookie, Origin: gateway.url() }))
  expect(own.json.data.viewer.id).toMatch(/^user_/)
  const rest = await gateway.request(path(), { headers: { Cookie, Origin: ORIGIN } })
  expect(rest.json.error.code).toBe('missing_api_key')
})
