import { beforeEach, expect, test } from 'vitest'
import { PAGE_SESSION } from '../../src/access/session-checks.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createToken } from '../../src/modules/tokens/token.writes.ts'
import { ROUTES } from '../../src/sign-in/routes.ts'
import { Browser, personWithPassword, signedInBrowser } from '../support/browser.ts'
import { type Call, gatewayWithoutLimits, testGateway } from '../support/gateway.ts'
import { testTable } from '../support/test-table.ts'

const gateway = gatewayWithoutLimits()
const secured = testGateway({
  database: gateway.database,
  config: { cacheMb: 0, publicUrl: 'https://orangery.example.com' },
})
let browser: Browser
let person: Awaited<ReturnType<typeof personWithPassword>>
const QUERY = '{ viewer { id } }'
const BODY = JSON.stringify({ query: QUERY })

beforeEach(async () => {
  person = await personWithPassword(gateway)
  browser = await signedInBrowser(gateway, person)
})

async function viewerOrError(call: Call, path = '/graphql'): Promise<string> {
  const headers = { Cookie: browser.cookie, ...call.headers }
  const { json, status } = await gateway.request(path, { method: 'POST', ...call, headers })
  return (
    json.data?.viewer?.id.replace(/:viewer$/, '') ??
    json.errors?.[0].extensions.code ??
    String(status)
  )
}

const json = { 'Content-Type': 'application/json' }
const LINK = `/graphql?query=${encodeURIComponent(QUERY)}`
const sent = (headers: Record<string, string>) => ({ headers: { ...json, ...headers }, body: BODY })

test('a signed-in browser can call GraphQL by a POST of JSON from our own origin, or without an origin', async () => {
  const charset = { 'Content-Type': 'application/json; charset=utf-8' }
  for (const headers of [{ ...json, Origin: gateway.url() }, json, charset])
    expect(await viewerOrError({ headers, body: BODY })).toBe(person.userId)
})

testTable<[string, Call, string?]>([
  ['another site', sent({ Origin: 'https://evil.example' })],
  ['a page without an origin', sent({ Origin: 'null' })],
  ['our name over https', sent({ Origin: 'https://127.0.0.1' })],
  ['a longer name', sent({ Origin: 'http://127.0.0.1.evil.example' })],
  ['a form', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'query=x' }],
  ['a form of text', sent({ 'Content-Type': 'text/plain' })],
  ['a form of files', sent({ 'Content-Type': 'multipart/form-data; boundary=x' })],
  ['no type at all', sent({ 'Content-Type': '' })],
  ['a link', { method: 'GET' }, LINK],
  ['a script that asks by GET', { method: 'GET', headers: json }, LINK],
  ['PUT', { method: 'PUT', headers: json, body: BODY }],
])('a signed-in browser cannot call GraphQL in another way', async (_name, call, path) => {
  expect(await viewerOrError(call, path)).toBe('origin_not_allowed')
})

test('a signed-in browser cannot call GraphQL with a forged cookie', async () => {
  const [[name = '', value = ''] = []] = browser.cookies
  const decoded = decodeURIComponent(value)
  const forged = [
    ...['', 'x', '%', '%00', 'a.b', decoded.split('.')[0] ?? '', `${decoded}x`, 'x'.repeat(5000)],
    `x${decoded}`,
    `${decoded.split('.')[0]}.${'A'.repeat(43)}=`,
  ]
  for (const text of forged) {
    const call = { method: 'POST', ...sent({ Cookie: `${name}=${text}` }) }
    const { status, json: body } = await gateway.request('/graphql', call)
    expect([text, status, body.errors[0].extensions.code]).toEqual([text, 401, 'invalid_session'])
  }
})

test('a bearer token takes precedence over a cookie, valid or not, from any origin', async () => {
  const other = await personWithPassword(gateway)
  const { secret } = await createToken(operator(gateway.database.prisma), { userId: other.userId })
  const Origin = 'https://evil.example'
  const bearer = (text: string) => sent({ Origin, Authorization: `Bearer ${text}` })
  expect(await viewerOrError(bearer(secret))).toBe(other.userId)
  expect(await viewerOrError(bearer('pat_x'))).toBe('invalid_api_key')
})

test('REST and the plant store do not accept cookies', async () => {
  for (const path of ['/api/v1/portfolio/summary', '/api/v1/assets', '/plants'])
    expect((await browser.get(path)).status, path).toBe(401)
})

const pathsOf = (method: 'get' | 'post') =>
  ROUTES.filter((route) => route.method === method).map(({ path }) => path)
const bodyOf = (path: string): object => {
  const { email, password } = person
  const newPassword = 'correct horse battery'
  if (path.endsWith('/sign-in/email')) return { email, password }
  if (path.endsWith('/change-password')) return { currentPassword: password, newPassword }
  return /confirm$|two-factor\/(enable|disable|generate)/.test(path) ? { password } : {}
}

test('another site cannot send anything', async () => {
  for (const path of pathsOf('post')) {
    const body = JSON.stringify(bodyOf(path))
    const expectRejected = async (expected: string, headers: Record<string, string>) => {
      const reply = await browser.post(path, body, { headers })
      expect(`${path} ${reply.status} ${reply.json.error.code}`).toBe(`${path} ${expected}`)
      expect(reply.headers.getSetCookie()).toEqual([])
    }
    for (const Origin of ['https://evil.example', 'null', 'http://127.0.0.1', ''])
      await expectRejected('403 origin_not_allowed', { ...json, Origin })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      await expectRejected('415 unsupported_media_type', { 'Content-Type': type })
  }
  // Nothing of it was carried out.
  expect(await viewerOrError({ headers: json, body: BODY })).toBe(person.userId)
  expect((await new Browser(gateway).signIn(person)).status).toBe(200)
})

testTable(pathsOf('get'))(
  'another site cannot read anything, nor change anything with it',
  async (path) => {
    const reply = await browser.get(path, { headers: { Origin: 'https://evil.example' } })
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(reply.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect((await browser.post(path)).status).toBe(404)
  },
)

test('another site cannot ask whether it may', async () => {
  for (const path of [...ROUTES.map((route) => route.path), '/graphql']) {
    const headers = {
      Origin: 'https://evil.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    }
    const reply = await browser.get(path, { method: 'OPTIONS', headers })
    const allowed = [...reply.headers.keys()].filter((name) => /^access-control-/.test(name))
    expect([path, allowed]).toEqual([path, []])
  }
})

function attributesOf(line: string): string[] {
  const [, ...attributes] = line.toLowerCase().split('; ')
  return attributes.sort()
}

const ours = { ...json, Origin: 'https://orangery.example.com' }
const post = (path: string, headers: Record<string, string>, body: object = {}) =>
  secured.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
const signIn = (headers: Record<string, string>, more = {}) => {
  const { email, password } = person
  return post('/api/auth/sign-in/email', headers, { email, password, ...more })
}

test('behind https the cookie is Secure and for this host only, and our origin is PUBLIC_URL', async () => {
  const [cookie = ''] = (await signIn(ours)).headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-orangery\.session_token=/)
  expect(attributesOf(cookie)).toEqual([
    ...['httponly', 'max-age=604800', 'path=/', 'samesite=lax', 'secure'],
  ])
  expect((await signIn({ ...json, Origin: secured.url() })).status).toBe(403)
  const headers = { ...ours, Cookie: cookie.split(';')[0] ?? '' }
  const { json: body } = await post('/graphql', headers, { query: QUERY })
  expect(body.data.viewer.id).toBe(`${person.userId}:viewer`)
})

test('behind https so is every other cookie, and every line that deletes a cookie', async () => {
  const { headers } = await signIn(ours, { rememberMe: false })
  const begun = headers.getSetCookie()
  expect(begun).toHaveLength(3)
  const cookies = begun.map((line) => line.split(';')[0]).join('; ')
  const session = { Cookie: cookies, [PAGE_SESSION]: headers.get(PAGE_SESSION) ?? '' }
  const out = await post('/api/auth/sign-out', { ...ours, ...session })
  const ended = out.headers.getSetCookie()
  expect(ended.length).toBeGreaterThanOrEqual(2)
  for (const line of [...begun, ...ended]) {
    expect(line).toMatch(/^__Host-orangery\.\w+=/)
    for (const attribute of ['httponly', 'path=/', 'samesite=lax', 'secure'])
      expect(attributesOf(line), line).toContain(attribute)
  }
  for (const line of ended) expect(attributesOf(line)).toContain('max-age=0')
})

test('behind https a cookie of the same name without the prefix is ignored', async () => {
  const headers = { ...ours, Cookie: browser.cookie }
  const { json: body } = await post('/graphql', headers, { query: QUERY })
  expect(body.errors[0].extensions.code).toBe('missing_api_key')
})
