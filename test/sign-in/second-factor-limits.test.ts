import { beforeEach, expect, test } from 'vitest'
import { createMemoryQuota } from '../../src/load/quota.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { invitePerson } from '../../src/modules/people/password.writes.ts'
import { Browser, personWithPassword, signedInBrowser, totp } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'
import { setUpFactor } from './second-factor.fixtures.ts'

const HOUR = 3_600_000
const DEVICE = 'orangery.device'
const CHALLENGE = 'orangery.two_factor'
let clock = Date.now()
// New counters for each test. Some tests are about the longer spans alone.
let quota = createMemoryQuota()
let limitsMinutes = false
const gateway = testGateway({
  quota: {
    spend: (subject, limit) => quota.spend(subject, limitsMinutes ? limit : 1e6),
    refund: (...given) => quota.refund(...given),
  },
  now: () => new Date(clock),
  config: { trustProxy: true, cacheMb: 0 },
})
const { prisma } = gateway.database
let person: Awaited<ReturnType<typeof personWithPassword>>
let secret = ''
let recoveryCodes: string[] = []
/** The browser of the owner, with a session. */
let own: Browser
/** A browser in which the owner signed in before the second factor was set up. */
let older: Browser
let address = 0

beforeEach(async () => {
  clock = Date.now()
  quota = createMemoryQuota()
  limitsMinutes = false
  person = await personWithPassword(gateway)
  own = await signedInBrowser(gateway, person)
  older = await signedInBrowser(gateway, person)
  ;({ secret, recoveryCodes } = await setUpFactor(own, person))
})

function send(from: Browser, path: 'verify-totp' | 'verify-backup-code', code: string) {
  const headers = { 'X-Forwarded-For': `192.0.2.${address++ % 250}` }
  return from.post(`/api/auth/two-factor/${path}`, { code }, { headers })
}

const rightCode = () => totp(secret, Date.now() + 30_000)
const wrongCode = () => (rightCode() === '000000' ? '111111' : '000000')

/** Begins a sign-in in a browser with only the device cookie of `like`. */
async function start(like?: Browser) {
  const browser = new Browser(gateway)
  const device = like?.cookies.get(DEVICE)
  if (device) browser.cookies.set(DEVICE, device)
  return { browser, ...(await browser.signIn(person)) }
}

async function startSignIn(like?: Browser): Promise<Browser> {
  const { browser, json } = await start(like)
  expect(json).toMatchObject({ twoFactorRedirect: true })
  return browser
}

/** Sends wrong codes, of each sign-in four, the sign-ins at once. Returns how many were judged, and how many refused. */
async function guess(signIns: number, like?: Browser) {
  const waiting = await Promise.all(Array.from({ length: signIns }, () => startSignIn(like)))
  const codes: string[] = []
  for (let i = 0; i < 4; i++) {
    const path = i % 2 ? 'verify-backup-code' : 'verify-totp'
    const replies = await Promise.all(waiting.map((each) => send(each, path, wrongCode())))
    codes.push(...replies.map(({ json }) => json.error.code))
  }
  const count = (code: string) => codes.filter((each) => each === code).length
  return { judged: count('invalid_code'), refused: count('rate_limit_exceeded') }
}

test('codes that are sent at once are judged five times a minute for an account, from all addresses and for all sign-ins together', async () => {
  const waiting = await Promise.all(Array.from({ length: 7 }, () => startSignIn()))
  limitsMinutes = true
  const wrong = waiting.slice(1).flatMap((each, i) => {
    const path = i % 2 ? 'verify-backup-code' : 'verify-totp'
    return [send(each, path, wrongCode()), send(each, path, wrongCode())]
  })
  const judged = (await Promise.all(wrong)).filter(({ json }) => json.error.code === 'invalid_code')
  expect(judged.length).toBeLessThanOrEqual(5)
  const [last = own] = waiting
  const { status, headers, json } = await send(last, 'verify-totp', rightCode())
  expect([status, json.error.code]).toEqual([429, 'rate_limit_exceeded'])
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
})

test('codes that are sent at once are judged twenty times an hour, and the right one after them is not', async () => {
  const last = await startSignIn()
  expect(await guess(6)).toEqual({ judged: 20, refused: 4 })
  expect((await send(last, 'verify-totp', rightCode())).status).toBe(429)
  expect((await send(last, 'verify-backup-code', recoveryCodes[0] ?? '')).status).toBe(429)
  clock += HOUR + 1000
  expect((await send(last, 'verify-totp', rightCode())).status).toBe(200)
})

test('codes that are sent at once stay counted when a new password is set', async () => {
  await guess(6)
  const { token } = await invitePerson(operator(prisma, new Date(clock)), { email: person.email })
  const password = 'grey herons over Skye'
  const browser = new Browser(gateway)
  await browser.post('/api/invitations', { token, password })
  expect((await send(browser, 'verify-totp', rightCode())).status).toBe(429)
})

test('codes for a challenge in another spelling, for another one, or for none are not judged', async () => {
  const browser = await startSignIn()
  const challenge = browser.cookies.get(CHALLENGE) ?? ''
  for (const spelled of ['%2532fa-', '2fa-x'].map((start) => challenge.replace('2fa-', start))) {
    browser.cookies.set(CHALLENGE, spelled)
    for (const path of ['verify-totp', 'verify-backup-code'] as const)
      expect((await send(browser, path, rightCode())).json.error?.code).toBe('invalid_session')
  }
  browser.cookies.set(CHALLENGE, '')
  expect((await send(browser, 'verify-totp', rightCode())).json.error?.code).toBe('invalid_session')
})

test('a browser in which the owner has completed a second step is not locked by others', async () => {
  await guess(5)
  for (const [path, code] of [
    ['verify-totp', rightCode()],
    ['verify-backup-code', recoveryCodes[1] ?? ''],
  ] as const) {
    expect((await send(await startSignIn(), path, code)).status).toBe(429)
    expect((await send(await startSignIn(own), path, code)).status).toBe(200)
  }
  // One in which the password alone was known is locked.
  expect((await send(await startSignIn(older), 'verify-totp', rightCode())).status).toBe(429)
})

test('a browser in which the owner has completed a second step has limits of its own', async () => {
  expect(await guess(6, own)).toEqual({ judged: 20, refused: 4 })
  expect((await send(await startSignIn(own), 'verify-totp', rightCode())).status).toBe(429)
  expect((await send(await startSignIn(), 'verify-totp', rightCode())).status).toBe(200)
})

test('sign-ins that wait for their second step are at most twenty an hour for an account, also when they start at once', async () => {
  const started: Awaited<ReturnType<typeof start>>[] = []
  for (let i = 0; i < 3; i++)
    started.push(...(await Promise.all(Array.from({ length: 8 }, () => start()))))
  expect(started.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(started.filter(({ status }) => status === 429)).toHaveLength(4)
  const where = { value: person.userId, challenge: { startsWith: '2fa-' } }
  expect(await prisma.verification.count({ where })).toBe(20)
  expect((await start(own)).status).toBe(200)
})

test('sign-ins that wait for their second step do not count once they are complete', async () => {
  const started = await Promise.all(Array.from({ length: 20 }, () => start()))
  expect((await start()).status).toBe(429)
  const [first] = started
  if (!first) throw new Error('none has started')
  expect((await send(first.browser, 'verify-totp', rightCode())).status).toBe(200)
  expect((await start()).status).toBe(200)
  expect((await start()).status).toBe(429)
})

test('wrong recovery codes in a session count for that session', async () => {
  const codes: string[] = []
  for (let i = 0; i < 22; i++)
    codes.push((await send(own, 'verify-backup-code', 'wrong')).json.error.code)
  expect(codes.filter((code) => code === 'invalid_code')).toHaveLength(20)
  expect(codes.slice(20)).toEqual(['rate_limit_exceeded', 'rate_limit_exceeded'])
})
