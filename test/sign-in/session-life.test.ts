import { beforeEach, expect, test } from 'vitest'
import { Browser, personWithPassword, refusalOf, signedInBrowser } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
let clock = Date.now()
const gateway = testGateway({ now: () => new Date(clock) })
const { prisma } = gateway.database
const VIEWER = '{ viewer { person { userId } } }'
let person: Awaited<ReturnType<typeof personWithPassword>>
let browser: Browser

beforeEach(async () => {
  clock = Date.now()
  person = await personWithPassword(gateway)
  browser = await signedInBrowser(gateway, person)
})

const state = async (who = browser) => {
  const { status, json } = await who.graphql(VIEWER)
  return `${status} ${json.errors?.[0].extensions.code ?? 'ok'}`
}
const activeAt = async () =>
  (await prisma.session.findFirstOrThrow({ where: { userId: person.userId } })).activeAt.getTime()
const makeStaff = () => {
  const data = { isStaff: true, twoFactorEnabled: true }
  return prisma.user.update({ where: { id: person.userId }, data })
}

test('a session ends by signing out, also for copies of its cookie', async () => {
  const copy = new Browser(gateway, browser.cookies)
  expect((await browser.post('/api/auth/sign-out')).status).toBe(200)
  expect([...browser.cookies.keys()]).toEqual(['orangery.device'])
  expect(await state(copy)).toBe('401 invalid_session')
})

test('a session ends at once when it is revoked from another session', async () => {
  const other = await signedInBrowser(gateway, person)
  const { json: list } = await browser.get('/api/auth/list-sessions')
  expect(list).toHaveLength(2)
  expect(Object.keys(list[0]).sort()).toEqual([
    ...['activeAt', 'byPasskey', 'createdAt', 'current', 'expiresAt', 'id', 'ipAddress'],
    'userAgent',
  ])
  expect(list[0].ipAddress).toBe('127.0.0.1')
  const { id } = list.find((each: { current: boolean }) => !each.current)
  expect((await other.graphql(VIEWER)).status).toBe(200)
  expect((await browser.post('/api/auth/revoke-session', { id })).status).toBe(200)
  expect((await other.graphql(VIEWER)).status).toBe(401)
  expect((await browser.graphql(VIEWER)).status).toBe(200)
})

test('a session does not end by a request of another user who knows its id', async () => {
  const other = await signedInBrowser(gateway, await personWithPassword(gateway))
  const { id } = await prisma.session.findFirstOrThrow({ where: { userId: person.userId } })
  await other.post('/api/auth/revoke-session', { id })
  expect((await browser.graphql(VIEWER)).status).toBe(200)
})

test('an idle session expires after two hours, at every path, with the code expired_session', async () => {
  clock += 2 * HOUR - MINUTE
  expect(await state()).toBe('200 ok')
  clock += 2 * HOUR + 1000
  expect(await state()).toBe('401 expired_session')
  const list = await browser.get('/api/auth/list-sessions')
  expect(refusalOf(list)).toEqual([401, 'expired_session'])
  expect((await browser.get('/api/auth/get-session')).text).toBe('null')
  const { password } = person
  expect((await browser.post('/api/auth/two-factor/enable', { password })).status).toBe(401)
})

test('an idle session expires after half an hour for staff, also after the clock was set back', async () => {
  await makeStaff()
  clock -= 2 * HOUR
  expect(await state()).toBe('200 ok')
  clock += 29 * MINUTE
  expect(await state()).toBe('200 ok')
  clock += 31 * MINUTE
  expect(await state()).toBe('401 expired_session')
})

test('the last use is written at most once a minute', async () => {
  const begun = await activeAt()
  clock += 30_000
  await state()
  expect(await activeAt()).toBe(begun)
  clock += 40_000
  const at = clock
  await Promise.all([state(), state(), state()])
  expect(await activeAt()).toBe(at)
  clock += 30_000
  await state()
  expect(await activeAt()).toBe(at)
})

test.each([
  ['a user', false, 7 * DAY],
  ['staff', true, 12 * HOUR],
])('a session of %s expires even if it is used', async (_who, isStaff, most) => {
  if (isStaff) await makeStaff()
  const { createdAt } = await prisma.session.findFirstOrThrow({ where: { userId: person.userId } })
  const where = { userId: person.userId }
  const use = (at: number) => prisma.session.updateMany({ where, data: { activeAt: new Date(at) } })
  clock = createdAt.getTime() + most - 1000
  await use(clock)
  expect(await state()).toBe('200 ok')
  clock += 2000
  await use(clock)
  expect(await state()).toBe('401 expired_session')
})
