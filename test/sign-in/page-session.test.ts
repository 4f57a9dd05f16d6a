import { beforeEach, expect, test } from 'vitest'
import { PAGE_SESSION } from '../../src/access/session-checks.ts'
import { ROUTES } from '../../src/sign-in/routes.ts'
import { type Browser, personWithPassword, refusalOf, signedInBrowser } from '../support/browser.ts'
import { gatewayWithoutLimits } from '../support/gateway.ts'
import { testTable } from '../support/test-table.ts'
import { IN_ANY, IN_SESSION } from './bodies.fixtures.ts'
import { setUpFactor } from './second-factor.fixtures.ts'

const gateway = gatewayWithoutLimits()
const { prisma } = gateway.database
let person: Awaited<ReturnType<typeof personWithPassword>>
let browser: Browser

beforeEach(async () => {
  person = await personWithPassword(gateway)
  browser = await signedInBrowser(gateway, person)
})

const codeOf = ({ json }: { json: { error?: { code: string } } }) => json.error?.code ?? null

const stateOf = async () =>
  JSON.stringify([
    await prisma.session.findMany({
      select: { id: true, checkedAt: true },
      orderBy: { id: 'asc' },
    }),
    await prisma.account.findMany({ orderBy: { id: 'asc' } }),
    await prisma.twoFactor.findMany({ orderBy: { id: 'asc' } }),
    await prisma.passkey.findMany({ orderBy: { id: 'asc' } }),
  ])

test('the tables have every path that is posted to', () => {
  const posts = ROUTES.filter(({ method }) => method === 'post').map(({ path }) => path)
  expect([...Object.keys(IN_SESSION), ...Object.keys(IN_ANY)].sort()).toEqual(posts.sort())
})

test('a path in a session is served only to a page of the session', async () => {
  const page = browser.session
  await browser.signIn(await personWithPassword(gateway))
  const before = await stateOf()
  for (const [path, body] of Object.entries(IN_SESSION)) {
    browser.session = page
    const changed = await browser.post(path, body)
    expect([path, changed.status, codeOf(changed)]).toEqual([path, 409, 'session_changed'])
    expect(changed.headers.get(PAGE_SESSION)).toBeNull()
    browser.session = undefined
    expect(codeOf(await browser.post(path, body)), path).toBe('missing_parameter')
  }
  expect(await stateOf()).toBe(before)
})

test('a path in a session is not served after the session expired', async () => {
  const { userId } = person
  await prisma.session.updateMany({ where: { userId }, data: { expiresAt: new Date(0) } })
  const { session: page, cookie: Cookie } = browser
  for (const [path, body] of Object.entries(IN_SESSION)) {
    browser.session = page
    const code = codeOf(await browser.post(path, body, { headers: { Cookie } }))
    // In a session that has ended there is nothing to sign out of.
    if (path.endsWith('sign-out')) expect(code).toBeNull()
    else expect(code, path).toMatch(/^(expired|invalid)_session$/)
  }
})

testTable(Object.entries(IN_ANY))(
  'a path outside a session needs no page of the session',
  async (path, body) => {
    browser.session = undefined
    expect(codeOf(await browser.post(path, body))).not.toBe('missing_parameter')
  },
)

test('a page goes on in the session that its own request begins after a change of the password', async () => {
  const first = browser.session
  const newPassword = 'grey herons over Skye'
  const body = { currentPassword: person.password, newPassword }
  expect(codeOf(await browser.post('/api/auth/change-password', body))).toBeNull()
  expect(browser.session).not.toBe(first)
  const list = await browser.get('/api/auth/list-sessions')
  expect(list.json.find(({ current }: { current: boolean }) => current).id).toBe(browser.session)
  expect(codeOf(await browser.post('/api/auth/revoke-other-sessions'))).toBeNull()
})

test('a page goes on in the session that its own request begins after the setup of a second factor', async () => {
  await setUpFactor(browser, person)
  expect(codeOf(await browser.post('/api/auth/revoke-other-sessions'))).toBeNull()
})

test('a query of a page of another session is rejected as well', async () => {
  const page = browser.session
  const other = await personWithPassword(gateway)
  await browser.signIn(other)
  browser.session = page
  const reply = await browser.graphql('{ viewer { person { userId } } }')
  expect(refusalOf(reply)).toEqual([409, 'session_changed'])
  expect(reply.text).not.toContain(other.userId)
})

testTable(['x', 'session_x', `${'9'.repeat(5_000)}`])(
  'a header of another form names no session',
  async (named) => {
    browser.session = named
    const reply = await browser.graphql('{ viewer { person { userId } } }')
    expect(refusalOf(reply)).toEqual([409, 'session_changed'])
  },
)
