import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { addMember } from '../../src/modules/firms/member.writes.ts'
import { setPasswords } from '../../src/modules/people/password.writes.ts'
import { createStaff } from '../../src/modules/people/person.writes.ts'
import { enterpriseFirm, someone } from '../modules/fixtures.ts'
import { Browser, personWithPassword, refusalOf, signedInBrowser } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'
import { sessionOf } from '../support/session.ts'

let clock = Date.now()
const gateway = testGateway({ now: () => new Date(clock) })
const { database } = gateway
const { prisma } = database
const password = 'correct horse battery'
let firmId = ''
let admin = { userId: '', session: '' }
let browser: Browser

beforeEach(newFirm)

async function newFirm() {
  clock = Date.now()
  firmId = await enterpriseFirm(prisma)
  admin = await newAdmin()
  browser = new Browser(gateway)
}

async function newAdmin() {
  const { id: userId } = await addMember(operator(prisma), { ...someone(), firmId, role: 'admin' })
  return { userId, session: await sessionOf(database, userId) }
}

async function invite(email: string, role = 'admin', by = admin): Promise<string> {
  const input = { firmId, name: 'Bo Lund', email, role }
  const query = 'mutation ($input: NewMember!) { inviteMember(input: $input) { path } }'
  const { json } = await gateway.graphql(query, { key: by.session, variables: { input } })
  expect(json.errors).toBeUndefined()
  return json.data.inviteMember.path.replace('/invitation/', '')
}

const newEmail = () => `${randomBytes(6).toString('hex')}@example.com`
const check = (token: string, by = browser) => by.post('/api/invitations/check', { token })
const accept = (token: string, more = {}) =>
  browser.post('/api/invitations', { token, password, ...more })
const join = (token: string, by = browser) => by.post('/api/invitations/join', { token })
const membersOf = () => prisma.member.findMany({ where: { firmId }, orderBy: { userId: 'asc' } })
const INVALID = [401, 'invalid_invitation']

test('an invitation to a firm of an email without an account creates the account with the password, the name and the role, and signs in', async () => {
  const email = newEmail()
  const token = await invite(` ${email.toUpperCase()}`)
  const shown = { name: 'Bo Lund', email, firm: 'Hale Estates', role: 'admin' }
  expect((await check(token)).json).toEqual({ ...shown, acceptance: 'either' })
  expect((await accept(token)).status).toBe(200)
  const { json } = await browser.graphql(
    '{ viewer { person { name email isStaff memberships { role firm { id } } } } }',
  )
  const memberships = [{ role: 'admin', firm: { id: firmId } }]
  expect(json.data.viewer.person).toEqual({ name: 'Bo Lund', email, isStaff: false, memberships })
  expect((await new Browser(gateway).signIn({ email, password })).status).toBe(200)
  const user = await prisma.user.findUniqueOrThrow({ where: { email } })
  const event = await prisma.auditEvent.findFirst({ where: { firmId }, orderBy: { id: 'desc' } })
  expect(event).toMatchObject({ action: 'member.added', actor: user.id, subject: user.id })
  for (const reply of [await check(token), await accept(token), await join(token)])
    expect(refusalOf(reply)).toEqual(INVALID)
})

test('an invitation to a firm of an email without an account is used once, also by concurrent requests', async () => {
  const token = await invite(newEmail())
  const replies = await Promise.all([accept(token), accept(token), accept(token)])
  expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  expect(await membersOf()).toHaveLength(2)
})

test('an invitation to a firm of an email without an account is in neither the log nor the history, and is stored as a hash', async () => {
  const email = newEmail()
  const token = await invite(email)
  await check(token)
  const stored = await prisma.memberInvitation.findFirstOrThrow({ where: { email } })
  expect(Buffer.from(stored.tokenHash).toString()).not.toContain(token)
  const events = await prisma.auditEvent.findMany({ where: { firmId } })
  for (const text of [JSON.stringify(events), gateway.log.join('')]) {
    expect(text).not.toContain(token)
    expect(text).not.toContain(email)
  }
})

test('an invitation to a firm of an email with an account is accepted by that person, signed in; it sets no password', async () => {
  const person = await personWithPassword(gateway)
  const token = await invite(person.email, 'developer')
  expect((await check(token)).json.acceptance).toBe('either')
  expect(refusalOf(await accept(token))).toEqual([409, 'state_conflict'])
  expect(refusalOf(await join(token))).toEqual([401, 'invalid_session'])
  expect((await browser.signIn(person)).status).toBe(200)
  expect((await check(token)).json.acceptance).toBe('signed_in')
  expect((await join(token)).json).toEqual({ firmId })
  expect(await membersOf()).toContainEqual(
    expect.objectContaining({ userId: person.userId, role: 'developer' }),
  )
  expect(refusalOf(await join(token))).toEqual(INVALID)
})

test('an invitation to a firm of an email with an account is not accepted by another person who has the link', async () => {
  const [person, eve] = [await personWithPassword(gateway), await personWithPassword(gateway)]
  const token = await invite(person.email)
  await browser.signIn(eve)
  expect((await check(token)).json.acceptance).toBe('either')
  expect(refusalOf(await join(token))).toEqual([403, 'caller_not_allowed'])
  expect(await membersOf()).toHaveLength(1)
  // It is not used up.
  const own = await signedInBrowser(gateway, person)
  expect((await join(token, own)).status).toBe(200)
})

test('an invitation to a firm of an email with an account is not accepted by staff', async () => {
  const staff = someone()
  const { id } = await createStaff(operator(prisma), staff)
  await setPasswords(operator(prisma), [{ userId: id, password }])
  const token = await invite(staff.email)
  const reply = await gateway.request('/api/invitations/join', {
    key: await sessionOf(database, id),
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: gateway.url() },
    body: JSON.stringify({ token }),
  })
  expect(refusalOf(reply)).toEqual([403, 'caller_not_allowed'])
})

test('an invitation to a firm of an email with an account tells the admin nothing of the account', async () => {
  const person = await personWithPassword(gateway)
  const query = `mutation ($input: NewMember!) { inviteMember(input: $input) {
    invitation { name email role invitedBy } } }`
  const invited = []
  for (const email of [person.email, newEmail()]) {
    const variables = { input: { firmId, name: 'Bo', email, role: 'member' } }
    const { json } = await gateway.graphql(query, { key: admin.session, variables })
    const { email: _, ...rest } = json.data.inviteMember.invitation
    invited.push(rest)
  }
  expect(invited[0]).toEqual(invited[1])
})

const expectEnded = async (token: string) => {
  for (const reply of [await check(token), await accept(token)])
    expect(refusalOf(reply)).toEqual(INVALID)
  expect(await prisma.member.count({ where: { firmId, role: 'member' } })).toBe(0)
}
const mutate = (text: string, key: string) => gateway.graphql(`mutation { ${text} }`, { key })

test('an invitation to a firm ends after seven days', async () => {
  const token = await invite(newEmail(), 'member')
  clock += 7 * 24 * 3600 * 1000 + 1_000
  await expectEnded(token)
})

test('an invitation to a firm ends when it is replaced', async () => {
  const email = newEmail()
  const token = await invite(email, 'member')
  const newer = await invite(email, 'member')
  expect(refusalOf(await check(token))).toEqual(INVALID)
  expect((await check(newer)).status).toBe(200)
})

test('an invitation to a firm ends when it is withdrawn', async () => {
  const email = newEmail()
  const token = await invite(email, 'member')
  const { id } = await prisma.memberInvitation.findFirstOrThrow({ where: { email } })
  const withdraw = (one: string, of = firmId) =>
    mutate(`withdrawMemberInvitation(firmId: "${of}", invitationId: "${one}")`, admin.session)
  expect((await withdraw(id, '\\u0000')).text).toContain('record_not_found')
  expect((await withdraw('\\u0000')).json.errors).toBeUndefined()
  await withdraw(id)
  await expectEnded(token)
})

test('an invitation to a firm ends when the row of the membership is changed in any other way', async () => {
  const sender = await newAdmin()
  const token = await invite(newEmail(), 'admin', sender)
  await prisma.member.updateMany({ where: { userId: sender.userId }, data: { role: 'member' } })
  expect(refusalOf(await accept(token))).toEqual(INVALID)
})
