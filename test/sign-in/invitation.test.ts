import { beforeEach, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { invitePerson } from '../../src/modules/people/password.writes.ts'
import { Browser, personWithPassword, refusalOf, signedInBrowser } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'
import { setUpFactor } from './second-factor.fixtures.ts'

let clock = Date.now()
const gateway = testGateway({ now: () => new Date(clock) })
const { prisma } = gateway.database
const password = 'correct horse battery'
const VIEWER = '{ viewer { person { userId } } }'
let person: Awaited<ReturnType<typeof personWithPassword>>
let browser: Browser
let token = ''

beforeEach(async () => {
  clock = Date.now()
  person = await personWithPassword(gateway)
  browser = new Browser(gateway)
  token = (await invitePerson(operator(prisma), { email: person.email })).token
})

const check = (text: unknown) => browser.post('/api/invitations/check', { token: text })
const accept = (body: object) => browser.post('/api/invitations', body)

test('an invitation names its user, replaces the password, ends earlier sessions, and signs in', async () => {
  const before = await signedInBrowser(gateway, person)
  const ends = ['sessions', 'passkeys', 'access_tokens']
  expect((await check(token)).json).toEqual({ name: 'Ada Lind', ends, email: person.email })
  const reply = await accept({ token, password })
  expect([reply.status, reply.json.user.id]).toEqual([200, person.userId])
  const { json } = await browser.graphql(VIEWER)
  expect(json.data.viewer.person.userId).toBe(person.userId)
  expect((await before.graphql(VIEWER)).status).toBe(401)
  expect((await before.signIn(person)).status).toBe(401)
  expect((await new Browser(gateway).signIn({ ...person, password })).status).toBe(200)
  const requestId = reply.headers.get('X-Request-Id')
  const where = { subject: person.userId, action: { startsWith: 'person.' } }
  const events = await prisma.auditEvent.findMany({ where, orderBy: { id: 'asc' } })
  expect(events).toMatchObject([
    { action: 'person.password_set', actor: 'operator' },
    { action: 'person.invited', actor: 'operator' },
    { action: 'person.password_set', actor: person.userId, requestId },
  ])
  expect(JSON.stringify(events)).not.toContain(token)
})

test('an invitation does not bypass a second factor', async () => {
  const before = await signedInBrowser(gateway, person)
  await setUpFactor(before, person)
  expect((await accept({ token, password })).json.twoFactorRedirect).toBe(true)
  expect((await browser.get('/api/auth/get-session')).text).toBe('null')
})

test('an invitation is stored as a hash, and is not in the log', async () => {
  const stored = await prisma.invitation.findFirstOrThrow({ where: { userId: person.userId } })
  expect(JSON.stringify(stored)).not.toContain(token)
  await check(token)
  await gateway.request(`/invitation/${token}`)
  await accept({ token, password })
  await new Browser(gateway).signIn({ ...person, password })
  const log = gateway.log.join('')
  for (const secret of [token, password, person.password]) expect(log).not.toContain(secret)
  expect(log).toContain('/invitation/…')
})

test('an invitation ends when its user changes the password', async () => {
  await browser.signIn(person)
  const body = { currentPassword: person.password, newPassword: password }
  expect((await browser.post('/api/auth/change-password', body)).status).toBe(200)
  expect((await check(token)).json.error.code).toBe('invalid_invitation')
})

const expectRejected = async () => {
  for (const reply of [await check(token), await accept({ token, password })])
    expect(refusalOf(reply)).toEqual([401, 'invalid_invitation'])
}

test('an invitation is rejected after it has been used, also by concurrent requests', async () => {
  const replies = await Promise.all([accept({ token, password }), accept({ token, password })])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
  await expectRejected()
})

test('an invitation is rejected after a newer one was created', async () => {
  const newer = await invitePerson(operator(prisma), { email: person.email })
  await expectRejected()
  expect((await check(newer.token)).status).toBe(200)
})

test('an invitation is rejected after seven days', async () => {
  clock += 7 * 24 * 3600 * 1000 - 60_000
  expect((await check(token)).status).toBe(200)
  clock += 120_000
  await expectRejected()
})

test('an invitation is rejected with an unacceptable password, and can be used afterwards', async () => {
  const { status, json } = await accept({ token, password: 'short' })
  expect([status, json.error.message]).toEqual([400, 'password takes 12 to 128 characters.'])
  const common = await accept({ token, password: 'Password123456' })
  expect(refusalOf(common)).toEqual([400, 'invalid_parameter'])
  const own = await accept({ token, password: 'Ada Lind 2026' })
  expect(own.json.error.message).toMatch(/your name/)
  expect((await accept({ token, password })).status).toBe(200)
})
