import { beforeEach, expect, test } from 'vitest'
import { Browser, personWithPassword } from '../support/browser.ts'
import { gatewayWithoutLimits } from '../support/gateway.ts'

const gateway = gatewayWithoutLimits()
const { prisma } = gateway.database
let person: Awaited<ReturnType<typeof personWithPassword>>

beforeEach(async () => {
  person = await personWithPassword(gateway)
})

const signIn = async () => {
  const browser = new Browser(gateway)
  expect((await browser.signIn(person)).status).toBe(200)
  return browser
}
const isIn = async (browser: Browser) =>
  (await browser.graphql('{ viewer { person { userId } } }')).json.data?.viewer?.person.userId ===
  person.userId
const sessions = () => prisma.session.count({ where: { userId: person.userId } })
const events = () =>
  prisma.signInEvent.findMany({
    where: { userId: person.userId, action: 'oldest_session_end' },
    select: { times: true, outcome: true, ipAddress: true },
  })

test('of more than twenty sessions the oldest ends, which is recorded', async () => {
  const browsers: Browser[] = []
  for (let i = 0; i < 20; i++) browsers.push(await signIn())
  expect(await Promise.all(browsers.map(isIn))).toEqual(Array(20).fill(true))
  expect(await events()).toEqual([])
  browsers.push(await signIn())
  expect(await Promise.all(browsers.map(isIn))).toEqual([false, ...Array(20).fill(true)])
  await expect.poll(events).toEqual([{ times: 1, outcome: 'ok', ipAddress: '127.0.0.1' }])
})

test('concurrent sign-ins leave twenty sessions', async () => {
  for (let i = 0; i < 15; i++) await signIn()
  const browsers = await Promise.all(Array.from({ length: 15 }, signIn))
  expect(await sessions()).toBe(20)
  expect((await Promise.all(browsers.map(isIn))).filter(Boolean)).toHaveLength(15)
})

test('sessions that have expired do not count', async () => {
  const first = await signIn()
  for (let i = 0; i < 19; i++) await signIn()
  const { id } = await prisma.session.findFirstOrThrow({
    where: { userId: person.userId },
    orderBy: { id: 'desc' },
  })
  await prisma.session.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1000) } })
  await signIn()
  expect(await isIn(first)).toBe(true)
  expect(await events()).toEqual([])
})
