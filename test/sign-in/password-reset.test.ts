import { beforeEach, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createClient } from '../../src/modules/people/person.writes.ts'
import { lockPerson } from '../../src/modules/staff/person-lock.writes.ts'
import { someone } from '../modules/fixtures.ts'
import { Browser, personWithPassword, signedInBrowser } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'
import { keptMails, sendMails } from '../support/mails.ts'
import { testTable } from '../support/test-table.ts'

const box = keptMails()
const { mails: sent, mailer } = box
let clock = Date.now()
const gateway = testGateway({ sendsMail: true, now: () => new Date(clock), config: trusting() })
const { prisma } = gateway.database
const password = 'correct horse battery'
let person: Awaited<ReturnType<typeof personWithPassword>>
let addresses = 0

function newAddress(): string {
  addresses += 1
  return `192.0.2.${addresses}`
}

/** The requests of these tests come from addresses of their own, which the limits count apart. */
function trusting() {
  return { trustProxy: true, cacheMb: 0 }
}

beforeEach(async () => {
  clock = Date.now()
  sent.length = 0
  box.fails = false
  person = await personWithPassword(gateway)
})

const request = (email: unknown, address = newAddress()) =>
  new Browser(gateway).post(
    '/api/password-reset',
    { email },
    { headers: { 'X-Forwarded-For': address } },
  )
/** The mails with links. News of an account are mailed as well. */
const mails = () =>
  sent.flatMap(({ to, text }) => (text.includes('/invitation/') ? `To: ${to}\n${text}` : []))
const send = () => sendMails(gateway.serving, mailer, () => new Date(clock))
const expectMails = (count: number) =>
  expect
    .poll(async () => {
      await send()
      return mails().length
    })
    .toBe(count)

/** Asks for a link that is mailed: by then, an earlier request that mails nothing has been carried out. */
async function expectNoMailBefore(address: string): Promise<void> {
  const witness = await personWithPassword(gateway)
  await request(witness.email, address)
  await expectMails(1)
  expect(mails()[0]).toContain(witness.email)
  expect(mails()).toHaveLength(1)
}

test('a forgotten password is replaced with the mailed link, once, within an hour', async () => {
  const before = await signedInBrowser(gateway, person)
  const reply = await request(` ${person.email.toUpperCase()} `)
  expect([reply.status, reply.json]).toEqual([200, { status: true }])
  await expectMails(1)
  const [mail = ''] = mails()
  expect(mail).toContain(`To: ${person.email}\n`)
  const [, token = ''] = /^https:\/\/gateway\.example\.com\/invitation\/(\S+)$/m.exec(mail) ?? []
  clock += 59 * 60_000
  const browser = new Browser(gateway)
  expect((await browser.post('/api/invitations', { token, password })).status).toBe(200)
  expect((await before.graphql('{ viewer { person { userId } } }')).status).toBe(401)
  expect((await browser.post('/api/invitations', { token, password })).status).toBe(401)
  const log = gateway.log.join('')
  expect(log).not.toContain(token)
  expect(log).not.toContain(person.email)
})

test('a forgotten password is not replaced after an hour, and stays as it is until the link is used', async () => {
  await request(person.email)
  await expectMails(1)
  const [, token = ''] = /\/invitation\/(\S+)$/m.exec(mails()[0] ?? '') ?? []
  expect((await new Browser(gateway).signIn(person)).status).toBe(200)
  clock += 61 * 60_000
  const late = await new Browser(gateway).post('/api/invitations', { token, password })
  expect(late.json.error.code).toBe('invalid_invitation')
})

test('a forgotten password is recorded for its owner', async () => {
  const reply = await request(person.email)
  await expectMails(1)
  const requestId = reply.headers.get('X-Request-Id')
  const where = { subject: person.userId, action: 'person.reset_mailed' }
  expect(await prisma.auditEvent.findMany({ where })).toMatchObject([{ requestId }])
  const events = () => prisma.signInEvent.findMany({ where: { userId: person.userId } })
  await expect.poll(events).toMatchObject([{ action: 'password_reset', outcome: 'ok', requestId }])
})

test('a forgotten password can be asked for again after five minutes, and after the clock was set back', async () => {
  const address = '198.51.100.1'
  await request(person.email, address)
  await expectMails(1)
  await request(person.email, '198.51.100.2')
  await request(person.email, '198.51.100.3')
  clock += 4 * 60_000
  await request(person.email, '198.51.100.4')
  clock += 2 * 60_000
  await request(person.email, '198.51.100.5')
  await expectMails(2)
  clock -= 2 * 60 * 60_000
  await request(person.email, '198.51.100.6')
  await expectMails(3)
})

test('a forgotten password is mailed once to requests at the same time', async () => {
  await Promise.all(Array.from({ length: 5 }, () => request(person.email)))
  await expectMails(1)
  expect(await prisma.mail.count({ where: { email: person.email } })).toBe(1)
})

test('a forgotten password is mailed with another link if the first mail was not taken, unless it is too late', async () => {
  box.fails = true
  await request(person.email)
  await expectMails(1)
  box.fails = false
  clock += 61_000
  await expectMails(2)
  const [first, second] = mails().map((mail) => /\/invitation\/(\S+)$/m.exec(mail)?.[1] ?? '')
  const check = async (token = '') =>
    (await new Browser(gateway).post('/api/invitations/check', { token })).status
  expect([await check(first), await check(second)]).toEqual([401, 200])

  box.fails = true
  const other = await personWithPassword(gateway)
  await request(other.email)
  await expectMails(3)
  box.fails = false
  clock += 61 * 60_000
  await send()
  expect(mails()).toHaveLength(3)
  expect(await prisma.mail.findFirst({ where: { email: other.email } })).toMatchObject({
    state: 'dropped',
    tries: 1,
  })
})

test('a forgotten password is not asked for more than six times in an hour', async () => {
  for (let i = 0; i < 8; i++) {
    await request(person.email)
    clock += 6 * 60_000
    await expectMails(Math.min(i + 1, 6))
  }
})

test('the answer is the same, and no mail is sent, for an email without an account', async () => {
  const [known, unknown] = [await request(person.email), await request('nobody@example.com')]
  const of = ({ status, text, headers }: Awaited<ReturnType<typeof request>>) => [
    status,
    text,
    [...headers.keys()].sort(),
  ]
  expect(of(unknown)).toEqual(of(known))
  await expectMails(1)
  expect(mails().join('')).not.toContain('nobody@example.com')
})

const withoutPassword = async () => (await createClient(operator(prisma), someone())).email
const lockedOut = async () => {
  await lockPerson(operator(prisma), person)
  return person.email
}

testTable<[() => Promise<string>] | [string]>([
  [withoutPassword],
  [lockedOut],
  ...['x', "a'b@example.com", 'a\0b@example.com', '\ud800@example.com', 'a@b\nBcc: c@d.e'].map(
    (email): [string] => [email],
  ),
])('the answer is the same, and no mail is sent, for an email that gets no link', async (of) => {
  const email = typeof of === 'string' ? of : await of()
  sent.length = 0
  expect((await request(email)).json).toEqual({ status: true })
  await expectNoMailBefore(newAddress())
})

test('the sixth request in a minute of one address is rejected', async () => {
  const codes = []
  for (let i = 0; i < 7; i++) {
    const { status } = await request('nobody@example.com', '198.51.100.77')
    codes.push(status)
  }
  expect(codes).toEqual([200, 200, 200, 200, 200, 429, 429])
})
