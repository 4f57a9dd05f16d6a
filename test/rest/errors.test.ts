import { expect, test } from 'vitest'
import { createSecret } from '../../src/access/secret.ts'
import { type ErrorCode, GatewayError } from '../../src/errors.ts'
import { type Call, type Reply, testGateway } from '../support/gateway.ts'
import { clientWith } from '../support/portfolio.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'
import { assets } from './records.ts'

const gateway = testGateway()
const { database } = gateway
const reader = testReader(gateway, assets(1))
const path = () => `/api/v1/assets?client_id=${reader.clientId}`

function expectUsualHeaders({ headers }: Reply, limit: number) {
  const number = (name: string) => Number(headers.get(name) ?? Number.NaN)
  expect(number('X-RateLimit-Limit')).toBe(limit)
  expect(number('X-RateLimit-Remaining')).toBeLessThanOrEqual(limit)
  expect(number('X-RateLimit-Remaining')).toBeGreaterThan(0)
  const left = number('X-RateLimit-Reset') - Date.now() / 1000
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThanOrEqual(61)
  expect(headers.get('RateLimit-Policy')).toBe(`"default";q=${limit};w=60`)
  const remaining = headers.get('X-RateLimit-Remaining')
  expect(headers.get('RateLimit')).toMatch(new RegExp(`^"default";r=${remaining};t=\\d{1,2}$`))
  expect(headers.get('X-Request-Id')).toMatch(/^[\w-]{1,64}$/)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.has('X-Powered-By')).toBe(false)
}

const CALLER = 1_000
const ANONYMOUS = 100

const bearer = (secret: string): Call => ({ headers: { Authorization: `Bearer ${secret}` } })
const ABSENT = '/ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV?'
testTable<[ErrorCode, number, number, () => [string, Call]]>([
  ['invalid_parameter', 400, CALLER, () => [`${path()}&page=0`, reader]],
  ['missing_api_key', 401, ANONYMOUS, () => [path(), {}]],
  ['invalid_api_key', 401, ANONYMOUS, () => [path(), bearer('key')]],
  ['invalid_api_key', 401, ANONYMOUS, () => [path(), bearer(createSecret('production').secret)]],
  ['no_active_grant', 403, CALLER, () => [`${path()}0`, reader]],
  ['asset_not_found', 404, CALLER, () => [path().replace('?', ABSENT), reader]],
  ['route_not_found', 404, CALLER, () => ['/api/v1/nothing', reader]],
  ['route_not_found', 404, CALLER, () => ['/nothing', reader]],
  ['route_not_found', 404, ANONYMOUS, () => ['/nothing', {}]],
  ['method_not_allowed', 405, CALLER, () => [path(), { key: reader.key, method: 'DELETE' }]],
  ['missing_api_key', 401, ANONYMOUS, () => ['/api/v1/assets/%ZZ', {}]],
  ['invalid_parameter', 400, CALLER, () => ['/api/v1/assets/%ZZ', reader]],
])('an error response has its status, body and headers', async (code, status, limit, request) => {
  const reply = await gateway.request(...request())
  const { type } = new GatewayError(code, '')
  expect(reply.json).toStrictEqual({
    error: {
      type,
      code,
      message: expect.stringMatching(/^\S.{5,400}\.$/s),
      request_id: reply.headers.get('X-Request-Id'),
    },
  })
  expect(reply.status).toBe(status)
  expect(reply.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect(reply.headers.get('Cache-Control')).toBe('no-store')
  expect(reply.headers.get('WWW-Authenticate')).toBe(status === 401 ? 'Bearer' : null)
  expect(reply.headers.get('Allow')).toBe(status === 405 ? 'GET, HEAD' : null)
  expect(reply.headers.has('Retry-After')).toBe(false)
  expectUsualHeaders(reply, limit)
})

const HOSTILE = ['x', 'user_1 OR 1=1', '__proto__', ' ', '%', "'--", '*', '\u202e']

test('an error response for an unknown client is byte for byte that for a client without a grant', async () => {
  const outsider = await clientWith(database, [])
  const headers = { 'X-Request-Id': 'same' }
  const replies = [outsider, 'user_01ARZ3NDEKTSV4RRFFQ69G5FAV', ...HOSTILE].map((id) =>
    gateway.request(`/api/v1/assets?client_id=${encodeURIComponent(id)}`, {
      key: reader.key,
      headers,
    }),
  )
  const [never, ...unknown] = await Promise.all(replies)
  const shape = (reply: Reply | undefined) => [
    reply?.status,
    reply?.text,
    [...(reply?.headers.keys() ?? [])].sort(),
  ]
  expect(never?.json.error.code).toBe('no_active_grant')
  for (const reply of unknown) expect(shape(reply)).toEqual(shape(never))
})

testTable(['a', 'my-request_1', 'A'.repeat(64)])('X-Request-Id is echoed', async (id) => {
  for (const call of [reader, {}]) {
    const reply = await gateway.request(path(), { ...call, headers: { 'X-Request-Id': id } })
    expect(reply.headers.get('X-Request-Id')).toBe(id)
    expect(reply.json.error?.request_id ?? id).toBe(id)
  }
  expect(gateway.log.filter((line) => JSON.parse(line).request_id === id)).toHaveLength(2)
})

testTable(['', 'a b', 'a,b', 'é', '<script>', 'A'.repeat(65), 'a.b', '"x"'])(
  'X-Request-Id is replaced where it could mislead',
  async (id) => {
    const reply = await gateway.request(path(), {
      key: reader.key,
      headers: { 'X-Request-Id': id },
    })
    expect(reply.headers.get('X-Request-Id')).toMatch(/^request_[0-9A-HJKMNP-TV-Z]{26}$/)
  },
)

test('the log has no key and no parameter', async () => {
  const secret = createSecret('production').secret
  await gateway.request(`${path()}&category=canary`, reader)
  await gateway.request(`${path()}&canary=canary`, { key: secret })
  const log = gateway.log.join('')
  expect(log).toContain('/api/v1/assets')
  for (const text of [reader.key, secret, 'client_id=', 'canary=']) expect(log).not.toContain(text)
})
