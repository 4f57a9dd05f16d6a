import { beforeEach, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { createToken } from '../../src/modules/tokens/tokens.writes.ts'
import { Browser, personWithPassword } from '../support/browser.ts'
import { type Call, testGateway } from '../support/gateway.ts'

const gateway = testGateway()
const secured = testGateway({
  database: gateway.database,
  config: { trustProxy: false, cacheMb: 0, publicUrl: 'https://orangery.example.com' },
})
let browser: Browser
let person: Awaited<ReturnType<typeof personWithPassword>>
const QUERY = '{ viewer { id } }'
const BODY = JSON.stringify({ query: QUERY })

beforeEach(async () => {
  person = await personWithPassword(gateway)
  browser = new Browser(gateway)
  await browser.signIn(person)
})

async function ask(call: Call, path = '/graphql'): Promise<string> {
  const headers = { Cookie: browser.cookie, ...call.headers }
  const { json, status } = await gateway.request(path, { method: 'POST', ...call, headers })
  return json.data?.viewer?.id ?? json.errors?.[0].extensions.code ?? String(status)
}

const json = { 'Content-Type': 'application/json' }

describe('a signed-in browser asks GraphQL', () => {
  test('by a POST of JSON from our own page, or with no word of a page', async () => {
    expect(await ask({ headers: { ...json, Origin: gateway.url() }, body: BODY })).toBe(
      person.userId,
    )
    expect(await ask({ headers: json, body: BODY })).toBe(person.userId)
    const charset = { 'Content-Type': 'application/json; charset=utf-8' }
    expect(await ask({ headers: charset, body: BODY })).toBe(person.userId)
  })

  test.each<[string, Call, string?]>([
    ['another site', { headers: { ...json, Origin: 'https://evil.example' }, body: BODY }],
    ['a page without an origin', { headers: { ...json, Origin: 'null' }, body: BODY }],
    ['our name over https', { headers: { ...json, Origin: 'https://127.0.0.1' }, body: BODY }],
    [
      'a longer name',
      { headers: { ...json, Origin: 'http://127.0.0.1.evil.example' }, body: BODY },
    ],
    [
      'a form',
      { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'query=x' },
    ],
    ['a form of text', { headers: { 'Content-Type': 'text/plain' }, body: BODY }],
    [
      'a form of files',
      { headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, body: BODY },
    ],
    ['no type at all', { headers: { 'Content-Type': '' }, body: BODY }],
    ['a link', { method: 'GET' }, `/graphql?query=${encodeURIComponent(QUERY)}`],
    [
      'a script that asks by GET',
      { method: 'GET', headers: json },
      `/graphql?query=${encodeURIComponent(QUERY)}`,
    ],
    ['PUT', { method: 'PUT', headers: json, body: BODY }],
  ])('not by %s', async (_name, call, path) => {
    expect(await ask(call, path)).toBe('origin_not_allowed')
  })

  test('and gets GraphiQL as everybody does', async () => {
    const { status, text } = await browser.get('/graphql', { headers: { Accept: 'text/html' } })
    expect(status).toBe(200)
    expect(text).toContain('<html')
  })

  test('not with a cookie that is not ours', async () => {
    const [[name = '', value = ''] = []] = browser.cookies
    const decoded = decodeURIComponent(value)
    const forged = [
      ...['', 'x', '%', '%00', 'a.b', decoded.split('.')[0] ?? '', `${decoded}x`, 'x'.repeat(5000)],
      `x${decoded}`,
      `${decoded.split('.')[0]}.${'A'.repeat(43)}=`,
    ]
    for (const text of forged) {
      const headers = { ...json, Cookie: `${name}=${text}` }
      const { status, json: body } = await gateway.request('/graphql', {
        method: 'POST',
        headers,
        body: BODY,
      })
      expect([text, status, body.errors[0].extensions.code]).toEqual([text, 401, 'invalid_session'])
    }
  })
})

test('a bearer wins over a cookie, good or bad, from wherever', async () => {
  const other = await personWithPassword(gateway)
  const { token } = await createToken(gateway.database.prisma, OPERATOR, { userId: other.userId })
  const origin = { Origin: 'https://evil.example' }
  const bearer = (text: string) => ({ ...json, ...origin, Authorization: `Bearer ${text}` })
  expect(await ask({ headers: bearer(token), body: BODY })).toBe(other.userId)
  expect(await ask({ headers: bearer('pat_x'), body: BODY })).toBe('invalid_api_key')
})

test.each([
  ['/api/v1/portfolio/summary', 'missing_api_key'],
  ['/api/v1/assets', 'missing_api_key'],
])('REST takes no cookie: %s', async (path, code) => {
  const { status, json: body } = await browser.get(path)
  expect([status, body.error.code]).toEqual([401, code])
})

test('the plant store takes no cookie', async () => {
  expect((await browser.get('/plants')).status).toBe(401)
})

test.each([
  '/api/auth/sign-in/email',
  '/api/auth/sign-out',
  '/api/auth/revoke-other-sessions',
  '/api/auth/change-password',
  '/api/auth/two-factor/disable',
  '/api/invitations',
])('another site cannot send %s', async (path) => {
  for (const origin of ['https://evil.example', 'null']) {
    const reply = await browser.post(path, {}, { headers: { ...json, Origin: origin } })
    expect([reply.status, reply.json.error.code]).toEqual([403, 'origin_not_allowed'])
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const reply = await browser.post(path, 'email=a', { headers: { 'Content-Type': type } })
    expect(reply.status).toBe(415)
  }
  expect(await ask({ headers: json, body: BODY })).toBe(person.userId)
})

test('behind https the cookie is for https alone, and our origin is the public one', async () => {
  const public_ = { ...json, Origin: 'https://orangery.example.com' }
  const signIn = (headers: Record<string, string>) =>
    secured.request('/api/auth/sign-in/email', {
      ...{
        method: 'POST',
        headers,
        body: JSON.stringify({ email: person.email, password: person.password }),
      },
    })
  const [cookie = ''] = (await signIn(public_)).headers.getSetCookie()
  expect(cookie).toMatch(/^__Secure-orangery\.session_token=.*; Secure/)
  expect((await signIn({ ...json, Origin: secured.url() })).status).toBe(403)
  const headers = { ...public_, Cookie: cookie.split(';')[0] ?? '' }
  const { json: body } = await secured.request('/graphql', { method: 'POST', headers, body: BODY })
  expect(body.data.viewer.id).toBe(person.userId)
})
