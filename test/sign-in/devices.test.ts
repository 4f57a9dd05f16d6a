import { beforeEach, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { invitePerson } from '../../src/modules/people/password.writes.ts'
import { purgeExpired } from '../../src/modules/retention/purge.writes.ts'
import { createKnownDevices } from '../../src/sign-in/known-devices.ts'
import { Browser, personWithPassword } from '../support/browser.ts'
import { gatewayWithoutLimits } from '../support/gateway.ts'

const HOUR = 3_600_000
let clock = Date.now()
// Without the limits per minute, which are not tested here.
const gateway = gatewayWithoutLimits({ now: () => new Date(clock) })
const { prisma, pool } = gateway.database
const wrong = 'not the password'
const DEVICE = 'orangery.device'
let person: Awaited<ReturnType<typeof personWithPassword>>

beforeEach(async () => {
  clock = Date.now()
  person = await personWithPassword(gateway)
})

const attempt = (password: string, email = person.email, cookies?: Map<string, string>) =>
  new Browser(gateway, cookies).signIn({ email, password })
/** Only the device cookie of a browser that the user has signed in with. */
async function knownDevice(who = person) {
  const browser = new Browser(gateway)
  expect((await browser.signIn(who)).status).toBe(200)
  return new Map([[DEVICE, browser.cookies.get(DEVICE) ?? '']])
}
/** Makes wrong attempts, ten at a time. Returns the number of replies by status. */
async function failedAttempts(times: number, email = person.email, cookies?: Map<string, string>) {
  const seen: Record<number, number> = {}
  for (let done = 0; done < times; done += 10) {
    const length = Math.min(10, times - done)
    const some = Array.from({ length }, () => attempt(wrong, email, cookies))
    for (const { status } of await Promise.all(some)) seen[status] = (seen[status] ?? 0) + 1
  }
  return seen
}

test('an unknown device has twenty attempts an hour, and does not affect the user’s own browser', async () => {
  clock += 30 * 24 * HOUR
  const device = await knownDevice()
  // Counters that were written ahead end as if the clock had been right.
  clock = Date.now()
  expect(await failedAttempts(30)).toEqual({ 401: 20, 429: 10 })
  expect((await attempt(person.password)).status).toBe(429)
  expect((await attempt(person.password, person.email, device)).status).toBe(200)
  clock += HOUR + 1000
  expect((await attempt(person.password)).status).toBe(200)
})

test('an unknown device has fifty attempts a day and a hundred a month', async () => {
  let taken = 0
  for (let day = 0; day < 3; day += 1) {
    const before = taken
    for (let hour = 0; hour < 3; hour += 1) {
      taken += (await failedAttempts(20))[401] ?? 0
      clock += HOUR + 1000
    }
    expect(taken - before).toBeLessThanOrEqual(50)
    clock += 22 * HOUR
  }
  expect(taken).toBeGreaterThanOrEqual(95)
  expect(taken).toBeLessThanOrEqual(105)
  const { status, json, headers } = await attempt(person.password)
  expect(status).toBe(429)
  expect(json.error.message).toMatch(/^Too many attempts\. Try again in about \d+ days\.$/)
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(24 * 3600)
})

test('an unknown device has the same limits for an unknown email', async () => {
  expect(await failedAttempts(25, `nobody-${clock}@example.com`)).toEqual({ 401: 20, 429: 5 })
})

test('an unknown device is counted in the database, without emails', async () => {
  await failedAttempts(3)
  const rows = await prisma.signInCounter.findMany()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(person.email)
  await purgeExpired(pool, new Date(clock + 31 * 24 * HOUR))
  expect(await prisma.signInCounter.count()).toBe(0)
})

test('an unknown device does not lock out a user who gets a new invitation', async () => {
  await failedAttempts(21)
  const { token } = await invitePerson(operator(prisma, new Date(clock)), { email: person.email })
  const password = 'grey herons over Skye'
  const { status } = await new Browser(gateway).post('/api/invitations', { token, password })
  expect(status).toBe(200)
  expect((await attempt(password)).status).toBe(200)
})

test('a known device has limits of its own, which do not affect other devices', async () => {
  const [one, other] = [await knownDevice(), await knownDevice()]
  expect(await failedAttempts(25, person.email, one)).toEqual({ 401: 20, 429: 5 })
  expect((await attempt(person.password, person.email, other)).status).toBe(200)
  expect((await attempt(person.password)).status).toBe(200)
})

test('a known device is known only for the accounts that were used on it', async () => {
  const other = await personWithPassword(gateway)
  const device = await knownDevice(other)
  await failedAttempts(20)
  expect((await attempt(person.password, person.email, device)).status).toBe(429)
})

test('a known device cannot be forged', async () => {
  const value = (await knownDevice()).get(DEVICE) ?? ''
  await failedAttempts(20)
  const [id = '', tag = ''] = value.split('.')
  const forged = [
    ...[id, `${id}.${'A'.repeat(43)}`, `${'A'.repeat(22)}.${tag}`, `${id}..${tag}`],
    ...[`${value}x`, `${value}.x`, '', 'x'.repeat(4000), '%'],
  ]
  const statusWith = async (cookie: string) =>
    (await attempt(person.password, person.email, new Map([[DEVICE, cookie]]))).status
  for (const each of forged) expect(await statusWith(each), each).toBe(429)
  expect(await statusWith(value)).toBe(200)
})

test('a known device gives no access by itself', async () => {
  const browser = new Browser(gateway, await knownDevice())
  const { json } = await browser.graphql('{ viewer { person { userId } } }')
  expect(json.errors[0].extensions.code).toBe('missing_api_key')
})

test('a known device remembers the five accounts that were used last', () => {
  const devices = createKnownDevices('k', { prefix: 'o', secure: false })
  const emails = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`)
  let cookie: string | undefined
  for (const email of emails)
    [cookie] = devices.remember(cookie, email, ['password', 'code']).split(';')
  for (const secret of ['password', 'code'] as const) {
    const isKnown = (email: string) =>
      devices.subjectFor(cookie, email, secret) !== devices.unknownSubject(email, secret)
    expect(emails.map(isKnown)).toEqual([false, true, true, true, true, true])
  }
})

test('a known device is not created by a wrong password, nor before the second step', async () => {
  expect((await attempt(wrong)).headers.getSetCookie()).toEqual([])
  await prisma.user.update({ where: { email: person.email }, data: { twoFactorEnabled: true } })
  const { json, headers } = await attempt(person.password)
  expect(json.twoFactorRedirect).toBe(true)
  expect(headers.getSetCookie().filter((line) => line.startsWith(DEVICE))).toEqual([])
})
