import { expect, test } from 'vitest'
import type { Mail } from '../../../src/mail/format-mail.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { addMember } from '../../../src/modules/firms/member.writes.ts'
import { DIRECT } from '../../../src/modules/jobs/timed-job.ts'
import { addDueKeyNotices } from '../../../src/modules/notices/key-notice.ts'
import { addAllNotices, addFirstReads } from '../../../src/modules/notices/notice-job.ts'
import { chooseTopic } from '../../../src/modules/people/mail-settings.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { keptMails, sendMails } from '../../support/mails.ts'
import { clientWith, keyWith, readerOf } from '../../support/portfolio.ts'
import { someone } from '../fixtures.ts'

const database = testDatabase()
const { prisma, serving } = database
const DAY_MS = 86_400_000
const START = Date.now()
const on = (day: number) => new Date(START + day * DAY_MS)

async function sent(now: Date): Promise<Mail[]> {
  const { mails, mailer } = keptMails()
  await sendMails(serving, mailer, () => now)
  return mails
}

async function waitingAt(now: Date): Promise<Map<string, Date>> {
  const found = new Map<string, Date>()
  const item = async (id: string, since: Date) => void found.set(id, since)
  await addAllNotices(serving, now, { isOver: () => false, item })
  return found
}

async function keyOfAdmin(options: { expiresAt?: Date } = {}) {
  const { id: keyId, firmId } = await keyWith(database, options)
  const admin = await addMember(operator(prisma), { ...someone(), firmId, role: 'admin' })
  return { keyId, admin }
}

test('a key that ends in 14 days is told once to the admins who want it, not earlier, and not after its end', async () => {
  const { admin } = await keyOfAdmin({ expiresAt: on(20) })
  const other = await keyOfAdmin({ expiresAt: on(20) })
  await refuse(other.admin.id, 'keys')
  await addDueKeyNotices(serving, on(5))
  expect(await sent(on(5))).toEqual([])
  await Promise.all([addDueKeyNotices(serving, on(7)), addDueKeyNotices(serving, on(7))])
  await addDueKeyNotices(serving, on(8))
  const told = (await sent(on(8))).map(({ to, subject }) => [to, subject])
  expect(told).toEqual([[admin.email, 'An API key of your firm ends soon']])
  const late = await keyOfAdmin({ expiresAt: on(10) })
  const { createdAt } = await prisma.apiKey.findUniqueOrThrow({ where: { id: late.keyId } })
  expect((await waitingAt(on(1))).get(late.keyId)).toEqual(createdAt)
  await addDueKeyNotices(serving, on(11))
  expect((await sent(on(11))).filter(({ to }) => to === late.admin.email)).toEqual([])
})

test('a key that nobody has used for 90 days is told once, and again after it was used and not', async () => {
  const { keyId, admin } = await keyOfAdmin()
  const mine = async (day: number) => {
    await addDueKeyNotices(serving, on(day))
    return (await sent(on(day))).filter(({ to }) => to === admin.email).length
  }
  expect([await mine(89), await mine(91), await mine(92)]).toEqual([0, 1, 0])
  // The first and the last request of a day.
  const counts = { ok: 2, refused: 0, limited: 0, failed: 0, hour: on(100), lastAt: on(100.9) }
  await prisma.keyUsage.create({ data: { keyId, endpoint: 'GET /api/v1/me', ...counts } })
  expect((await waitingAt(on(191))).get(keyId)).toEqual(on(190.9))
  expect([await mine(190.5), await mine(191), await mine(192)]).toEqual([0, 1, 0])
})

const refuse = (userId: string, topic: 'keys' | 'first_read') =>
  chooseTopic(operator(serving.prisma), { userId, topic, wanted: false })

async function grantOf(reads: number, ...limits: { expiresAt?: Date }[]) {
  const clientId = await clientWith(database, [])
  const { grantId } = await readerOf(database, clientId, ...limits)
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: clientId } })
  const usage = { grantId, endpoint: 'GET /api/v1/assets', scopes: 'registry', assets: 0n }
  const counts = { ok: 1, refused: 0, limited: 0, failed: 0, reads }
  const data = [0.5, 0.9].map((day) => ({ hour: on(day), lastReadAt: on(day + 0.01) }))
  await prisma.grantUsage.createMany({ data: data.map((at) => ({ ...usage, ...counts, ...at })) })
  return { clientId, grantId, email }
}
const mailsTo = async (email: string, now: Date) => {
  await addFirstReads(serving, now)
  return (await sent(now)).filter(({ to }) => to === email).map(({ subject }) => subject)
}

test('the first read is told to the client once; a request without data is none', async () => {
  const { grantId, email } = await grantOf(1)
  const refused = await grantOf(0)
  expect((await waitingAt(on(1))).get(grantId)).toEqual(on(0.51))
  expect(await mailsTo(email, on(1))).toEqual(['A firm has read your portfolio'])
  expect(await mailsTo(email, on(2))).toEqual([])
  expect(await mailsTo(refused.email, on(2))).toEqual([])
})

test('the first read is no news after a month, and not for a client who wants no such mails', async () => {
  expect(await mailsTo((await grantOf(1)).email, on(31))).toEqual([])
  const { clientId, email } = await grantOf(1)
  await refuse(clientId, 'first_read')
  expect(await mailsTo(email, on(1))).toEqual([])
})

// The days of the ends of a grant and its key, and those at which a mail is stored and sent.
const ENDED = [
  [2, 9, 1, 3],
  [40, 50, 34, 40.5],
  [40, 35, 34, 36],
  [0, 500, 367, 368],
] as const
test('a mail about a grant is dropped where the access, the key or the question has ended since', async () => {
  for (const [end, keyEnd, at, now] of ENDED) {
    const terms = end ? { expiresAt: on(end) } : {}
    const { grantId, email } = await grantOf(1, terms, { expiresAt: on(keyEnd) })
    await addAllNotices(serving, on(at), DIRECT)
    await prisma.grant.updateMany({ where: { id: grantId }, data: { confirmedAt: on(at) } })
    await sent(on(now))
    const states = (await prisma.mail.findMany({ where: { email } })).map(({ state }) => state)
    expect([now, ...states]).toEqual([now, 'dropped'])
  }
})
