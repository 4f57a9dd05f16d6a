import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { lockPerson } from '../../src/modules/staff/person-lock.writes.ts'
import { ROUTES } from '../../src/sign-in/routes.ts'
import { Browser, personWithPassword, refusalOf, signedInBrowser } from '../support/browser.ts'
import { gatewayWithoutLimits } from '../support/gateway.ts'
import { sessionOf } from '../support/session.ts'
import { testTable } from '../support/test-table.ts'

const gateway = gatewayWithoutLimits()
const { prisma } = gateway.database
const hashing = watchHashing()
const VIEWER = '{ viewer { person { userId } } }'
let person: Awaited<ReturnType<typeof personWithPassword>>
let browser: Browser

beforeEach(signedIn)

async function signedIn() {
  person = await personWithPassword(gateway)
  browser = await signedInBrowser(gateway, person)
}

const tokens = async () => {
  const rows = await prisma.session.findMany({ where: { userId: person.userId } })
  return rows.map(({ cookieToken }) => cookieToken)
}

function copyOf(original: Browser): Browser {
  const copy = new Browser(gateway, original.cookies)
  copy.session = original.session
  return copy
}

// Like an invitation: the password is hashed before the transaction begins.
async function setNewPassword(): Promise<void> {
  const { userId } = person
  const other = await personWithPassword(gateway)
  const where = { userId: other.userId }
  const { passwordHash } = await prisma.account.findFirstOrThrow({ where })
  await prisma.$transaction([
    prisma.account.updateMany({ where: { userId }, data: { passwordHash } }),
    prisma.session.deleteMany({ where: { userId } }),
  ])
}

test('signing in creates a new session if another user’s session was planted, which is not changed', async () => {
  const [planted = ''] = await tokens()
  const victim = await personWithPassword(gateway)
  const victims = copyOf(browser)
  expect((await victims.signIn(victim)).status).toBe(200)
  expect(victims.cookie).not.toContain(planted)
  expect((await victims.graphql(VIEWER)).json.data.viewer.person.userId).toBe(victim.userId)
  expect((await browser.graphql(VIEWER)).json.data.viewer.person.userId).toBe(person.userId)
})

test('signing in creates a new session if a forged session was planted', async () => {
  const victims = new Browser(gateway)
  victims.cookies.set('orangery.session_token', `${'a'.repeat(32)}.${'A'.repeat(43)}%3D`)
  await victims.signIn(person)
  expect(await tokens()).toHaveLength(2)
  expect(await tokens()).not.toContain('a'.repeat(32))
})

testTable<[string, () => Promise<unknown>]>([
  ['locked out', () => lockPerson(operator(prisma), { email: person.email })],
  ['given a new password', () => setNewPassword()],
])('a session ends when its user is locked or deleted while it is created', async (_how, end) => {
  await signedIn()
  const hashes = hashing.hold(6)
  const begun = Array.from({ length: 6 }, () => new Browser(gateway).signIn(person))
  // By then the requests have read the password hash.
  await expect.poll(hashes.count).toBe(6)
  const ending = end()
  hashes.release(3)
  await ending
  hashes.release(3)
  await Promise.all(begun)
  expect(await tokens()).toEqual([])
  for (const reply of begun) expect([200, 401]).toContain((await reply).status)
  expect((await new Browser(gateway).signIn(person)).status).toBe(401)
})

test('a session ends before its user can be deleted: the database rejects deleting a user with a session', async () => {
  await expect(prisma.user.delete({ where: { id: person.userId } })).rejects.toThrow()
})

test('no path redirects, whatever its parameters', async () => {
  const elsewhere = 'https://evil.example/'
  const names = ['next', 'callbackURL', 'redirect', 'redirectTo', 'errorCallbackURL']
  const asked = new URLSearchParams(names.map((name) => [name, elsewhere]))
  const paths = ['/', '/sign-in', '//evil.example', '/%2f%2fevil.example', '/.//evil.example/']
  for (const path of [...paths, '/graphql', ...ROUTES.map((route) => route.path)]) {
    const { status, headers } = await browser.get(`${path}?${asked}`)
    const redirects = status >= 300 && status < 400
    expect([path, headers.get('Location'), redirects]).toEqual([path, null, false])
  }
  const body = { email: person.email, password: person.password }
  const reply = await browser.post('/api/auth/sign-in/email', { ...body, callbackURL: elsewhere })
  expect(refusalOf(reply)).toEqual([400, 'invalid_body'])
  const { status, headers, json } = await browser.post(`/api/auth/sign-in/email?${asked}`, body)
  expect([status, headers.get('Location'), json.url]).toEqual([200, null, undefined])
})

test('of two cookies of one name, the first one applies everywhere', async () => {
  const other = await personWithPassword(gateway)
  const others = await signedInBrowser(gateway, other)
  for (const second of [others.cookie, others.cookie.replace('=', ' =')]) {
    const headers = { Cookie: `${browser.cookie}; ${second}` }
    const reply = await new Browser(gateway).get('/api/auth/get-session', { headers })
    expect(reply.json.user.id).toBe(person.userId)
    const turned = { Cookie: `${second.replace('=', ' =')}; ${browser.cookie}` }
    const again = await new Browser(gateway).get('/api/auth/get-session', { headers: turned })
    expect(again.json.user.id).toBe(person.userId)
  }
})

const signIn = async () => {
  const browser = new Browser(gateway)
  expect((await browser.signIn(person)).status).toBe(200)
  return browser
}
async function addSessions(count: number) {
  for (let i = 0; i < count; i++) await sessionOf(gateway.database, person.userId)
}
const isIn = async (browser: Browser) =>
  (await browser.graphql(VIEWER)).json.data?.viewer?.person.userId === person.userId
const events = () =>
  prisma.signInEvent.findMany({
    where: { userId: person.userId, action: 'oldest_session_end' },
    select: { times: true, outcome: true, ipAddress: true },
  })

test('of more than twenty sessions the oldest ends, which is recorded', async () => {
  await addSessions(18)
  const last = await signIn()
  expect([await isIn(browser), await isIn(last)]).toEqual([true, true])
  expect(await events()).toEqual([])
  const newest = await signIn()
  expect(await Promise.all([browser, last, newest].map(isIn))).toEqual([false, true, true])
  expect(await tokens()).toHaveLength(20)
  await expect.poll(events).toEqual([{ times: 1, outcome: 'ok', ipAddress: '127.0.0.1' }])
})

test('concurrent sign-ins leave twenty sessions', async () => {
  await addSessions(15)
  const browsers = await Promise.all(Array.from({ length: 15 }, signIn))
  expect(await tokens()).toHaveLength(20)
  expect((await Promise.all(browsers.map(isIn))).filter(Boolean)).toHaveLength(15)
})

test('sessions that have expired do not count', async () => {
  await addSessions(19)
  const where = { userId: person.userId }
  const { id } = await prisma.session.findFirstOrThrow({ where, orderBy: { id: 'desc' } })
  await prisma.session.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1000) } })
  await signIn()
  expect(await isIn(browser)).toBe(true)
  expect(await events()).toEqual([])
})

const FULL_COST = { length: 64, N: 16_384, r: 16, p: 1 }
const costs = () => hashing.spy.mock.calls.map(([, , length, options]) => ({ length, ...options }))

test('setting and checking a password both ask for the full cost of scrypt', async () => {
  hashing.spy.mockClear()
  person = await personWithPassword(gateway)
  const reply = await new Browser(gateway).signIn(person)
  expect(reply.status).toBe(200)
  expect(costs()).toEqual([expect.objectContaining(FULL_COST), expect.objectContaining(FULL_COST)])
})

// Nearly all of the time of a sign-in is for hashing.
test('rejecting a user without a password, or nobody, costs the same hash as a wrong password', async () => {
  const invited = await personWithPassword(gateway)
  await prisma.account.deleteMany({ where: { userId: invited.userId } })
  for (const email of [person.email, invited.email, 'nobody@example.com']) {
    hashing.spy.mockClear()
    const reply = await new Browser(gateway).signIn({ email, password: 'not the password' })
    expect(reply.status).toBe(401)
    expect(costs(), email).toEqual([expect.objectContaining(FULL_COST)])
  }
})

/** The hashes of passwords that are computed during the file's tests. */
function watchHashing() {
  const compute = crypto.scrypt
  const spy = vi.spyOn(crypto, 'scrypt')
  beforeAll(syncBuiltinESMExports)
  afterAll(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
  return {
    spy,
    /** The next `times` hashes wait until they are released. */
    hold(times: number) {
      const held: (() => void)[] = []
      for (let each = 0; each < times; each++)
        spy.mockImplementationOnce((...hash) => void held.push(() => compute(...hash)))
      return {
        count: () => held.length,
        release(released: number) {
          for (const resume of held.splice(0, released)) resume()
        },
      }
    },
  }
}
