import { beforeEach, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createFirm } from '../../src/modules/firms/firm.writes.ts'
import { addMember } from '../../src/modules/firms/member.writes.ts'
import { createKey } from '../../src/modules/keys/api-key.writes.ts'
import { createToken } from '../../src/modules/tokens/token.writes.ts'
import { createId } from '../../src/values/ids.ts'
import { setUpFactor } from '../sign-in/second-factor.fixtures.ts'
import { Browser, personWithPassword, totp } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'
import { grantWith } from '../support/portfolio.ts'
import { environmentOf, jsonOf, orangery } from './orangery.ts'

const gateway = testGateway()
const { prisma } = gateway.database
const HERE = environmentOf(gateway.database)
let person: Awaited<ReturnType<typeof personWithPassword>>
let browser: Browser
beforeEach(async () => {
  person = await personWithPassword(gateway)
  browser = new Browser(gateway)
  await browser.signIn(person)
})

const who = () => ({ userId: person.userId })
const lastEvent = () =>
  prisma.auditEvent.findFirst({ where: { subject: person.userId }, orderBy: { id: 'desc' } })

const drop = (email: string, ...more: string[]) =>
  orangery(['person', 'reset-factor', email, ...more], HERE)

test('person reset-factor lets the user sign in with the password alone, ends open sessions, and is audited', async () => {
  const { secret } = await setUpFactor(browser, person)
  const waiting = new Browser(gateway)
  expect((await waiting.signIn(person)).json.twoFactorRedirect).toBe(true)
  await createToken(operator(prisma), { userId: person.userId })
  const { code, err, out } = await drop(person.email.toUpperCase(), '--reason', 'Lost phone')
  const ended = 'Ended: sessions 1, passkeys 0, access tokens 1.'
  const said = `Ada Lind <${person.email}> has no second factor.\n${ended}\n`
  expect([code, err, out]).toEqual([0, '', said])
  expect(await prisma.accessToken.count({ where: { ...who(), revokedAt: null } })).toBe(0)
  expect((await browser.graphql('{ viewer { id } }')).status).toBe(401)
  const late = { code: totp(secret, Date.now() + 30_000) }
  expect((await waiting.post('/api/auth/two-factor/verify-totp', late)).status).toBe(401)
  expect((await browser.signIn(person)).json.user.id).toBe(person.userId)
  expect(await lastEvent()).toMatchObject({
    action: 'person.second_factor_dropped',
    actor: 'operator',
    details: { sessions: 1, passkeys: 0, access_tokens: 1, reason: 'Lost phone' },
  })
  await setUpFactor(browser, person)
  expect((await new Browser(gateway).signIn(person)).json.twoFactorRedirect).toBe(true)
})

test('person reset-factor ends passkeys also where there is no second factor', async () => {
  const passkey = { name: 'Laptop', publicKey: 'x', counter: 0, deviceType: 'x', backedUp: true }
  const credentialId = person.userId
  await prisma.passkey.create({
    data: { id: createId('passkey'), ...who(), credentialId, ...passkey },
  })
  const output = await drop(person.userId, '--json')
  expect(jsonOf(output)).toMatchObject({ ...{ user_id: person.userId }, passkeys: 1, sessions: 1 })
  expect(await prisma.passkey.count({ where: who() })).toBe(0)
})

const lock = (...more: string[]) => orangery(['person', 'lock', ...more], HERE)

test('person lock locks the user out at once, prints what it ended, and is audited', async () => {
  const { code, out, err } = await lock('--email', person.email, '--reason', ' Has  left ')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('is locked out.\nEnded: sessions 1, access tokens 0, grants 0.\n')
  expect((await browser.graphql('{ viewer { id } }')).status).toBe(401)
  expect((await browser.signIn(person)).status).toBe(401)
  expect(await lastEvent()).toMatchObject({
    action: 'person.locked',
    actor: 'operator',
    details: { sessions: 1, access_tokens: 0, keys: [], reason: 'Has left' },
  })
  const nothing = { sessions: 0, access_tokens: 0, grants: 0, keys: [], open_grants: [] }
  expect(jsonOf(await lock(person.userId, '--json'))).toMatchObject({
    email: person.email,
    ...nothing,
  })
  expect((await lock('nobody@example.com')).code).toBe(1)
})

test.each([
  [[]],
  [['user_1', '--email', 'ada@example.com']],
  [['ada@example.com', '--email', 'ada@example.com']],
  [['ada@example.com', '--reason', '']],
  [['ada@example.com', '--reason', 'a\u202Eb']],
])('person lock %j is a wrong use', async (argv) => {
  expect((await lock(...argv)).code).toBe(2)
})

test('person lock says what stays open, and the command that closes it', async () => {
  const firm = await createFirm(operator(prisma), { name: 'Hale', plan: 'enterprise' })
  const { id: firmId } = firm
  const admin = { firmId, role: 'admin', name: 'Mia Stone', email: 'mia.lock@example.com' } as const
  const { id: userId } = await addMember(operator(prisma), admin)
  const actor = { kind: 'user', userId, requestId: 'r' } as const
  const asked = { name: 'Reports', environment: 'production', scopes: ['valuation'] } as const
  const key = await createKey({ prisma, actor }, { ...asked, firmId })
  const grant = await grantWith(gateway.database, key.id, person.userId)
  expect((await lock(userId)).out.split('\n').slice(2)).toEqual([
    'The user has seen secrets of these keys, which still work. Roll or revoke them:',
    `  orangery key roll ${key.id}  (of ${firmId})`,
    'These firms have no other admin who can sign in:',
    `  orangery member create --firm ${firmId} --role admin`,
    '',
  ])
  expect(jsonOf(await lock(person.userId, '--json'))).toMatchObject({
    grants: 0,
    open_grants: [{ id: grant.id, key_id: key.id }],
  })
  await addMember(operator(prisma), { ...admin, email: 'bea.lock@example.com' })
  expect(jsonOf(await lock(userId, '--json')).firms_without_admin).toEqual([])
})

const run = (command: string[], ...more: string[]) =>
  orangery([...command, '--email', person.email, ...more], HERE)
const link = (out: string) => /\/invitation\/(\S+)/.exec(out)?.[1]

test('person unlock invites a user who is locked out, which no other invitation does, and is audited', async () => {
  await run(['person', 'lock'])
  const refused = await run(['invite'])
  expect([refused.code, refused.err]).toEqual([
    1,
    'error: This user is locked out. Lift the lock with orangery person unlock, which invites them too.\n',
  ])
  const { code, out } = await run(['person', 'unlock'], '--reason', 'Back from leave')
  expect(code).toBe(0)
  expect(await prisma.auditEvent.findMany({ where: { action: 'person.unlocked' } })).toMatchObject([
    { subject: person.userId, actor: 'operator', details: { reason: 'Back from leave' } },
  ])
  const body = { token: link(out), password: person.password }
  expect((await new Browser(gateway).post('/api/invitations', body)).status).toBe(200)
  expect((await browser.signIn(person)).status).toBe(200)
})
