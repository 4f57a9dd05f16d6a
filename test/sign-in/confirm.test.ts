import { beforeEach, expect, test } from 'vitest'
import { type Browser, personWithPassword, signedInBrowser, totp } from '../support/browser.ts'
import { testTable } from '../support/test-table.ts'
import { recountingGateway } from './recounting.fixtures.ts'
import { setUpFactor } from './second-factor.fixtures.ts'

const { gateway, countAnew } = recountingGateway()
const { prisma } = gateway.database
const LONG_AGO = new Date(Date.now() - 20 * 60_000)
let person: Awaited<ReturnType<typeof personWithPassword>>
let browser: Browser

beforeEach(signedIn)

async function signedIn() {
  countAnew()
  person = await personWithPassword(gateway)
  browser = await signedInBrowser(gateway, person)
}

const confirm = (body: object, who = browser) => who.post('/api/auth/confirm', body)
const expireChecks = () =>
  prisma.session.updateMany({ where: { userId: person.userId }, data: { checkedAt: LONG_AGO } })
const checks = async () => {
  const rows = await prisma.session.findMany({
    where: { userId: person.userId },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ checkedAt }) => checkedAt > LONG_AGO)
}
const protectedAction = async (who = browser) => {
  const { status, json } = await who.post('/api/auth/revoke-other-sessions')
  return status === 200 ? 'done' : json.error.code
}
const result = ({ status, json }: { status: number; json: { error?: { code: string } } }) =>
  `${status} ${json.error?.code ?? 'ok'}`

/** Sets up a second factor. Returns the code of the setup and the next code. */
async function secondFactor() {
  const { secret, code: first } = await setUpFactor(browser, person)
  await expireChecks()
  return { first, next: totp(secret, Date.now() + 30_000) }
}

test('confirming with the password renews the check of this session only, and is audited', async () => {
  const other = await signedInBrowser(gateway, person)
  await expireChecks()
  expect(await protectedAction()).toBe('recent_sign_in_required')
  const reply = await confirm({ password: person.password })
  expect(result(reply)).toBe('200 ok')
  expect(reply.headers.getSetCookie()).toEqual([])
  expect(await checks()).toEqual([true, false])
  expect(await protectedAction(other)).toBe('recent_sign_in_required')
  expect(await protectedAction()).toBe('done')
  const where = { action: 'person.confirmed', subject: person.userId }
  const [event] = await prisma.auditEvent.findMany({ where })
  expect(event).toMatchObject({
    actor: person.userId,
    requestId: reply.headers.get('X-Request-Id'),
    details: { by: 'password', session: expect.stringMatching(/^session_/) },
  })
  expect(gateway.log.join('') + JSON.stringify(event)).not.toContain(person.password)
})

testTable([
  [{ password: 'not the password' }, '401 invalid_credentials'],
  [{}, '400 invalid_body'],
  [{ code: '123456' }, '400 invalid_body'],
  [{ password: 'x', more: 1 }, '400 invalid_body'],
])('confirming with the password rejects what is not the password', async (body, expected) => {
  await signedIn()
  await expireChecks()
  expect(result(await confirm(body))).toBe(expected)
  expect(await checks()).toEqual([false])
})

test('confirming with a second factor accepts each code once, also in concurrent requests', async () => {
  const { first, next } = await secondFactor()
  expect(result(await confirm({ code: first }))).toBe('401 invalid_code')
  const three = await Promise.all([1, 2, 3].map(() => confirm({ code: next })))
  expect(three.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  expect(await checks()).toEqual([true])
})

test('confirming with a second factor rejects the password', async () => {
  await secondFactor()
  expect(result(await confirm({ password: person.password }))).toBe('400 invalid_body')
  expect(await checks()).toEqual([false])
})

testTable(['confirm', 'two-factor/verify-totp'])(
  'confirming with a second factor, and its setup, allow five wrong codes a minute',
  async (path) => {
    await signedIn()
    await secondFactor()
    const send = () => browser.post(`/api/auth/${path}`, { code: '000000' })
    const seen = (await Promise.all(Array.from({ length: 8 }, send))).map(({ status }) => status)
    expect(seen.sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  },
)

testTable([
  ['/api/auth/two-factor/disable', {}],
  ['/api/auth/two-factor/generate-backup-codes', {}],
  ['/api/auth/change-password', { newPassword: 'grey herons over Skye' }],
])(
  'an account with a second factor requires a recent code and the password',
  async (path, more) => {
    await signedIn()
    const { next } = await secondFactor()
    const { password } = person
    const body = {
      ...more,
      ...('newPassword' in more ? { currentPassword: password } : { password }),
    }
    expect(result(await browser.post(path, body))).toBe('403 recent_sign_in_required')
    expect(await checks()).toEqual([false])
    expect(result(await confirm({ code: next }))).toBe('200 ok')
    expect(result(await browser.post(path, body))).toBe('200 ok')
  },
)

testTable([
  ['/api/auth/revoke-session', { id: 'session_x' }],
  ['/api/auth/revoke-other-sessions', {}],
])('a change of the account requires a recent confirmation', async (path, body) => {
  await signedIn()
  await expireChecks()
  expect(result(await browser.post(path, body))).toBe('403 recent_sign_in_required')
  await confirm({ password: person.password })
  expect(result(await browser.post(path, body))).toBe('200 ok')
})
