import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { addMember } from '../../src/modules/firms/member.writes.ts'
import { createToken } from '../../src/modules/tokens/token.writes.ts'
import { enterpriseFirm, someone } from '../modules/fixtures.ts'
import { Authenticator } from '../support/authenticator.ts'
import { Browser, codeOf, personWithPassword, totp } from '../support/browser.ts'
import { testDatabase } from '../support/database.ts'
import type { TestGateway } from '../support/gateway.ts'
import { keptMails, sendMails } from '../support/mails.ts'
import { sessionOf } from '../support/session.ts'
import { add, call, ORIGIN, originGateway, signIn, signInWith, viewer } from './passkey.fixtures.ts'

const database = testDatabase()
const { prisma } = database
const box = keptMails()
const { mails, mailer } = box
// One installation, before and after it got a mail command.
const withoutMail = originGateway({ database })
const withMail = originGateway({ database, sendsMail: true })
const PASSWORD = 'correct horse battery'

/** The links that were mailed to an address, once there are so many. */
async function linksTo(email: string, count: number): Promise<string[]> {
  const links = () =>
    mails
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => /^https:\S+\/invitation\/\S+$/m.exec(text) ?? [])
  const sent = async () => {
    await sendMails(database.serving, mailer)
    return links().length
  }
  // A forgotten password is looked up after the response.
  await expect.poll(sent).toBe(count)
  return links()
}

const newEmail = () => `${randomBytes(6).toString('hex')}@example.com`

/** Invites an address to a new firm, as its admin. Gives the path that the admin is shown. */
async function invite(gateway: TestGateway, email: string): Promise<string | null> {
  const firmId = await enterpriseFirm(prisma)
  const admin = await addMember(operator(prisma), { ...someone(), firmId, role: 'admin' })
  const query = 'mutation ($input: NewMember!) { inviteMember(input: $input) { path } }'
  const variables = { input: { firmId, name: 'Bo Lund', email, role: 'admin' } }
  const key = await sessionOf(database, admin.id)
  const headers = { Origin: ORIGIN }
  const { json } = await gateway.graphql(query, { key, variables, headers })
  expect(json.errors).toBeUndefined()
  return json.data.inviteMember.path
}

const post = (from: Browser, path: string, body: object) => call(from, `../${path}`, body)
const tokenOf = (path: string | null | undefined) => path?.replace(/.*\/invitation\//, '') ?? ''
const accept = (from: Browser, token: string) =>
  post(from, 'invitations', { token, password: PASSWORD })
const check = (from: Browser, token: string) => post(from, 'invitations/check', { token })
const join = (from: Browser, token: string) => post(from, 'invitations/join', { token })

/** The person of the address asks for a new password and uses the mailed link. */
async function recover(email: string): Promise<Browser> {
  const own = new Browser(withMail)
  expect((await post(own, 'password-reset', { email })).status).toBe(200)
  const [link] = await linksTo(email, 1)
  expect((await accept(own, tokenOf(link))).status).toBe(200)
  return own
}

/** An account that somebody else made of an address, and everything that they made in it. */
async function takenAddress() {
  const email = newEmail()
  const browser = new Browser(withoutMail)
  expect((await accept(browser, tokenOf(await invite(withoutMail, email)))).status).toBe(200)
  const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email } })
  const device = new Authenticator(ORIGIN)
  expect((await add(browser, device)).status).toBe(200)
  const by = { kind: 'user', userId, requestId: 'r' } as const
  const { secret: token } = await createToken({ prisma, actor: by }, { userId })
  return { email, userId, browser, device, token }
}

/** A code of an authenticator app is asked for from now on. */
async function addSecondFactor(browser: Browser): Promise<void> {
  const { json } = await call(browser, 'two-factor/enable', { password: PASSWORD })
  const secret = new URL(json.totpURI).searchParams.get('secret') ?? ''
  const done = await call(browser, 'two-factor/verify-totp', { code: totp(secret) })
  expect(done.status).toBe(200)
}

test('an account that an invitation made of the address of another person loses passkey, token, session and second factor when that person recovers it', async () => {
  const { email, userId, browser, device, token } = await takenAddress()
  await addSecondFactor(browser)
  const own = await recover(email)
  expect(await viewer(own)).toBe(userId)
  expect(await viewer(browser)).toBeNull()
  expect(codeOf(await signInWith(new Browser(withMail), device))).toBe('invalid_credentials')
  expect((await withMail.request('/plants', { key: token })).status).toBe(401)
  const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } })
  expect(user).toMatchObject({ twoFactorEnabled: false, provedAt: expect.any(Date) })
  // The password is that of the person; no code is asked for.
  expect((await signIn(new Browser(withMail), { email, password: PASSWORD })).json.user.id).toBe(
    userId,
  )
  const where = { subject: userId, action: 'person.password_set' }
  const event = await prisma.auditEvent.findFirst({ where, orderBy: { id: 'desc' } })
  expect(event?.details).toEqual({
    sessions: 1,
    passkeys: 1,
    access_tokens: 1,
    second_factor: true,
  })
})

test('an account that an invitation made of the address of another person joins no other firm until it is proved, then the person does', async () => {
  const { email, browser, device } = await takenAddress()
  expect(await invite(withMail, email)).toBeNull()
  const [link] = await linksTo(email, 1)
  expect((await check(browser, tokenOf(link))).json.acceptance).toBe('signed_in')
  expect(codeOf(await join(browser, tokenOf(link)))).toBe('caller_not_allowed')
  mails.length = 0
  const own = await recover(email)
  expect((await join(own, tokenOf(link))).status).toBe(200)
  const thief = new Browser(withMail)
  expect(codeOf(await signInWith(thief, device))).toBe('invalid_credentials')
})

test('an account that an invitation made of the address of another person keeps nothing that was being added while it was recovered', async () => {
  const { userId, browser } = await takenAddress()
  const late = new Authenticator(ORIGIN)
  const { json } = await call(browser, 'passkey/add/options')
  // The session ends when the library has stored the passkey and before the gateway answers.
  await prisma.$executeRawUnsafe(`
    CREATE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN DELETE FROM sessions WHERE user_id = NEW.user_id; RETURN NEW; END $$`)
  await prisma.$executeRawUnsafe(
    'CREATE TRIGGER end_sessions AFTER INSERT ON passkeys FOR EACH ROW EXECUTE FUNCTION end_sessions()',
  )
  const added = await call(browser, 'passkey/add', { name: 'Late', response: late.create(json) })
  await prisma.$executeRawUnsafe('DROP FUNCTION end_sessions CASCADE')
  expect(codeOf(added)).toBe('invalid_session')
  expect(await prisma.passkey.count({ where: { userId, name: 'Late' } })).toBe(0)
})

test('the recovery of a proved account ends passkeys, tokens and sessions, and keeps the second factor', async () => {
  const person = await personWithPassword(withMail)
  const { userId } = person
  const browser = new Browser(withMail)
  await signIn(browser, person)
  const device = new Authenticator(ORIGIN)
  expect((await add(browser, device)).status).toBe(200)
  const by = { kind: 'user', userId, requestId: 'r' } as const
  const { secret: token } = await createToken({ prisma, actor: by }, { userId })
  await prisma.user.update({ where: { id: userId }, data: { twoFactorEnabled: true } })
  await prisma.twoFactor.create({ data: { id: userId, userId, totpSecret: '', recoveryCodes: '' } })

  const own = new Browser(withMail)
  await post(own, 'password-reset', { email: person.email })
  const [link] = await linksTo(person.email, 1)
  expect(mails.at(-1)?.text).toContain(
    'ends all sessions, passkeys and access tokens of the account',
  )
  const ends = ['sessions', 'passkeys', 'access_tokens']
  expect((await check(own, tokenOf(link))).json).toMatchObject({ ends })
  expect((await accept(own, tokenOf(link))).json.twoFactorRedirect).toBe(true)
  expect(await viewer(browser)).toBeNull()
  expect(codeOf(await signInWith(new Browser(withMail), device))).toBe('invalid_credentials')
  expect((await withMail.request('/plants', { key: token })).status).toBe(401)
  expect(await prisma.twoFactor.count({ where: { userId } })).toBe(1)
})

test('the link of an invitation to a firm is never shown where mail is configured, however slow or broken it is', async () => {
  box.fails = true
  try {
    for (let i = 0; i < 12; i++) expect(await invite(withMail, newEmail())).toBeNull()
  } finally {
    box.fails = false
  }
})

test('the link of an invitation to a firm says the same of every address where the admin is shown it', async () => {
  const { email } = await personWithPassword(withMail)
  const said = []
  for (const each of [email, newEmail()]) {
    const { json, status } = await check(
      new Browser(withoutMail),
      tokenOf(await invite(withoutMail, each)),
    )
    said.push({ ...json, email: '', status })
  }
  expect(said[0]).toEqual(said[1])
  expect(said[0]).toMatchObject({ acceptance: 'either' })
})

test('the link of an invitation to a firm proves a new account where it was mailed', async () => {
  const email = newEmail()
  await invite(withMail, email)
  const [link] = await linksTo(email, 1)
  const browser = new Browser(withMail)
  expect((await check(browser, tokenOf(link))).json.acceptance).toBe('new_account')
  expect((await accept(browser, tokenOf(link))).status).toBe(200)
  const user = await prisma.user.findUniqueOrThrow({ where: { email } })
  expect(user.provedAt).toBeInstanceOf(Date)
})
