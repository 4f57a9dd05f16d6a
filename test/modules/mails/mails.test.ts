import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { MailKind } from '../../../src/generated/prisma/client.ts'
import { type MailOutcome, measured } from '../../../src/measured.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { addMember } from '../../../src/modules/firms/member.writes.ts'
import {
  inviteMember,
  withdrawInvitation,
} from '../../../src/modules/firms/member-invitation.writes.ts'
import { claimMail } from '../../../src/modules/mails/claim.writes.ts'
import { addMail } from '../../../src/modules/mails/mail.writes.ts'
import { mailJob, readDueMails } from '../../../src/modules/mails/mail-job.ts'
import { RETRY_DELAYS_MS } from '../../../src/modules/mails/mail-rules.ts'
import { MAIL_WRITERS } from '../../../src/modules/notices/mail-writers.ts'
import { invitePersonByMail } from '../../../src/modules/people/password.writes.ts'
import { createClient } from '../../../src/modules/people/person.writes.ts'
import { lockPerson } from '../../../src/modules/staff/person-lock.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { keptMails, sendMails } from '../../support/mails.ts'
import { enterpriseFirm, someone } from '../fixtures.ts'

const database = testDatabase()
const { prisma, serving } = database
const START = Date.now()
const HOUR_MS = 3_600_000
let clock = START
const now = () => new Date(clock)
const box = keptMails()
const { mails, mailer } = box
const send = () => sendMails(serving, mailer, now)
const newEmail = () => someone().email

beforeEach(async () => {
  clock = START
  mails.length = 0
  box.fails = false
  await prisma.mail.deleteMany()
})

async function invited(email: string) {
  const firmId = await enterpriseFirm(prisma)
  const admin = { ...someone(), firmId, role: 'admin' } as const
  const { id: invitedBy } = await addMember(operator(prisma), admin)
  const input = { firmId, invitedBy, email, name: 'Bo', role: 'member', mailed: true } as const
  return inviteMember(operator(serving.prisma, now()), input)
}
const states = async (email: string) => {
  const rows = await prisma.mail.findMany({ where: { email }, orderBy: { id: 'asc' } })
  return rows.map(({ state }) => state)
}

test('a mail is stored without its link, which is made when it is sent', async () => {
  const email = newEmail()
  expect((await invited(email)).token).toBeNull()
  const stored = await prisma.mail.findFirstOrThrow({ where: { email } })
  expect(JSON.stringify(stored)).not.toMatch(/inv_|http/)
  await send()
  expect(mails[0]?.text).toMatch(/^https:\/\/gateway\.example\.com\/invitation\/inv_\w+$/m)
  const after = await prisma.mail.findFirstOrThrow({ where: { email } })
  expect(after).toMatchObject({ state: 'sent', tries: 1, sentAt: now(), nextTryAt: null })
  expect(JSON.stringify(after)).not.toMatch(/inv_|http/)
})

test('a mail is not stored where its act is rolled back', async () => {
  const email = newEmail()
  const mail = { kind: 'password_reset', email, firmId: null, about: {} } as const
  const act = prisma.$transaction(async (tx) => {
    await addMail(tx, mail, now())
    throw new Error('the act fails')
  })
  await expect(act).rejects.toThrow('the act fails')
  expect(await states(email)).toEqual([])
})

test('a mail is sent once by many processes at the same time, also after the clock was set back', async () => {
  const emails = Array.from({ length: 12 }, newEmail)
  for (const email of emails) {
    await invited(email)
    clock += HOUR_MS
  }
  clock = START
  await Promise.all(Array.from({ length: 6 }, send))
  expect(mails.map(({ to }) => to).sort()).toEqual(emails.sort())
})

test('a mail is tried again where the process ended while it sent, and by no other one before', async () => {
  await invited(newEmail())
  const { id } = await prisma.mail.findFirstOrThrow()
  expect(await claimMail(serving.prisma, now(), id)).toMatchObject({ tries: 1 })
  await send()
  expect(mails).toHaveLength(0)
  clock += 60_000
  await send()
  expect(mails).toHaveLength(1)
})

test('a mail that was tried while the clock was days ahead is tried again when it was set back', async () => {
  await invited(newEmail())
  clock += 48 * HOUR_MS
  box.fails = true
  await send()
  box.fails = false
  clock = START
  await send()
  expect(mails).toHaveLength(2)
})

test('a mail that was sent while the disk was full is stored as sent when it has room, and is not sent again', async () => {
  await invited(newEmail())
  await database.pool.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE 'no space left on device' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE UPDATE ON mails FOR EACH ROW
      WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION full_disk()`)
  const log = pino({ enabled: false })
  const post = { ...serving, mailer, writers: MAIL_WRITERS, now: async () => now() }
  const job = mailJob({ ...post, log, onEnd: () => {} })
  await job.look(now(), true)
  await expect.poll(() => mails.length).toBe(1)
  // Its next try is due, and the first pauses are over.
  clock += HOUR_MS
  for (const _ of [1, 2, 3, 4, 5]) {
    await sleep(500)
    await job.look(now(), true)
  }
  await database.pool.query('DROP FUNCTION full_disk CASCADE')
  await expect
    .poll(() => prisma.mail.count({ where: { state: 'sent' } }), { timeout: 9_000 })
    .toBe(1)
  await job.stop()
  expect(mails).toHaveLength(1)
})

test('a mail is tried after growing delays, and then given up', async () => {
  const client = await createClient(operator(prisma), someone())
  await invitePersonByMail(operator(prisma, now()), client)
  box.fails = true
  for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
    await send()
    const mail = await prisma.mail.findFirstOrThrow({ where: { email: client.email } })
    expect(mail.tries).toBe(index + 1)
    clock += delay - 1
    await send()
    expect(await prisma.mail.findFirst({ where: { id: mail.id } })).toEqual(mail)
    clock += 1
  }
  expect(await states(client.email)).toEqual(['failed'])
})

test('a mail of an invitation that was withdrawn, lost its sender or is a week old is dropped', async () => {
  const ends: readonly ((mail: Awaited<ReturnType<typeof invited>>) => Promise<unknown>)[] = [
    ({ firmId, id: invitationId }) =>
      withdrawInvitation(operator(prisma), { firmId, invitationId }),
    ({ invitedBy: userId }) =>
      prisma.member.updateMany({ where: { userId }, data: { role: 'member' } }),
    async () => {
      clock += 7 * 24 * HOUR_MS
    },
  ]
  for (const end of ends) {
    const email = newEmail()
    await end(await invited(email))
    const outcomes: MailOutcome[] = []
    const stop = measured.listen({ mail: (outcome) => void outcomes.push(outcome) })
    await send().finally(stop)
    expect([mails.length, await states(email), outcomes]).toEqual([0, ['dropped'], ['dropped']])
  }
})

test('a mail to a person who was locked meanwhile gives no access', async () => {
  const client = await createClient(operator(prisma), someone())
  await invitePersonByMail(operator(prisma, now()), client)
  await lockPerson(operator(prisma), client)
  await send()
  expect([mails.length, await states(client.email)]).toEqual([0, ['dropped']])
})

test('an address gets three invitations to firms in an hour, whoever sends them; the others wait, and those after now do not count', async () => {
  const email = newEmail()
  for (let firm = 0; firm < 9; firm++) await invited(email)
  const other = newEmail()
  await invited(other)
  await Promise.all([send(), send(), send()])
  const to = (address: string) => mails.filter((mail) => mail.to === address).length
  expect([to(email), to(other)]).toEqual([3, 1])
  expect((await states(email)).filter((state) => state === 'waiting')).toHaveLength(6)
  for (const count of [6, 9]) {
    clock += HOUR_MS
    await send()
    expect(to(email)).toBe(count)
  }
  for (let firm = 0; firm < 3; firm++) await invited(email)
  clock += HOUR_MS
  await send()
  expect(to(email)).toBe(10)
  clock += 24 * HOUR_MS
  await send()
  expect(to(email)).toBe(12)
  clock -= 48 * HOUR_MS
  await invited(email)
  await send()
  expect(to(email)).toBe(13)
})

test('an address gets 40 mails of all other kinds and 20 for the account in an hour, and no more', async () => {
  const email = newEmail()
  const add = (kind: MailKind, times: number) =>
    prisma.$transaction(async (tx) => {
      for (let i = 0; i < times; i++)
        await addMail(tx, { kind, email, firmId: null, about: {} }, now())
    })
  await add('notice', 35)
  await add('webhook_paused', 8)
  await add('member_invitation', 3)
  await add('password_reset', 6)
  await add('invitation', 9)
  const claimed: MailKind[] = []
  const claimAll = async () => {
    for (;;) {
      const [due] = await readDueMails(serving.pool, now())
      if (!due) return
      const claim = await claimMail(serving.prisma, now(), due.id)
      if (claim && !claim.isDropped) claimed.push(claim.kind)
    }
  }
  await Promise.all([claimAll(), claimAll()])
  const times = (kind: MailKind) => claimed.filter((each) => each === kind).length
  expect([times('password_reset'), times('invitation'), claimed.length]).toEqual([6, 9, 55])
})
