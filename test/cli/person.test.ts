import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { createToken } from '../../src/modules/tokens/token.writes.ts'
import { Browser, personWithPassword, totp } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'
import { testTable } from '../support/test-table.ts'
import { addressOf } from './address.ts'
import { jsonOf, orangery } from './orangery.ts'

const gateway = testGateway()
const { prisma } = gateway.database
const HERE = { DATABASE_URL: '' }
let person: Awaited<ReturnType<typeof personWithPassword>>
let browser: Browser
beforeAll(async () => {
  HERE.DATABASE_URL = await addressOf(gateway.database)
})
beforeEach(async () => {
  person = await personWithPassword(gateway)
  browser = new Browser(gateway)
  await browser.signIn(person)
})

const who = () => ({ userId: person.userId })
const lastEvent = () =>
  prisma.auditEvent.findFirst({ where: { subject: person.userId }, orderBy: { id: 'desc' } })

describe('person reset-factor', () => {
  const drop = (email: string, ...more: string[]) =>
    orangery(['person', 'reset-factor', email, ...more], HERE)

  async function setFactor(): Promise<string> {
    const { json } = await browser.post('/api/auth/two-factor/enable', {
      password: person.password,
    })
    const secret = new URL(json.totpURI).searchParams.get('secret') ?? ''
    await browser.post('/api/auth/two-factor/verify-totp', { code: totp(secret) })
    return secret
  }

  test('lets the user sign in with the password alone, ends open sessions, and is audited', async () => {
    const secret = await setFactor()
    const waiting = new Browser(gateway)
    expect((await waiting.signIn(person)).json.twoFactorRedirect).toBe(true)
    await createToken(prisma, OPERATOR, { userId: person.userId })
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
    await setFactor()
    expect((await new Browser(gateway).signIn(person)).json.twoFactorRedirect).toBe(true)
  })
})

describe('person lock', () => {
  const lock = (...more: string[]) => orangery(['person', 'lock', ...more], HERE)

  test('locks the user out at once, prints what it ended, and is audited', async () => {
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
    expect(jsonOf(await lock(person.userId, '--json'))).toEqual({
      user_id: person.userId,
      name: 'Ada Lind',
      email: person.email,
      sessions: 0,
      access_tokens: 0,
      grants: 0,
      keys: [],
      open_grants: [],
      firms_without_admin: [],
    })
    expect((await lock('nobody@example.com')).code).toBe(1)
  })

  testTable([
    [[]],
    [['user_1', '--email', 'ada@example.com']],
    [['ada@example.com', '--email', 'ada@example.com']],
    [['ada@example.com', '--reason', '']],
    [['ada@example.com', '--reason', 'a\u202Eb']],
  ])('is a wrong use without a person or a reason', async (argv) => {
    expect((await lock(...argv)).code).toBe(2)
  })
})

describe('person unlock', () => {
  const run = (command: string[], ...more: string[]) =>
    orangery([...command, '--email', person.email, ...more], HERE)
  const link = (out: string) => /\/invitation\/(\S+)/.exec(out)?.[1]

  test('invites a user who is locked out, which no other invitation does, and is audited', async () => {
    await run(['person', 'lock'])
    const refused = await run(['invite'])
    expect([refused.code, refused.err]).toEqual([
      1,
      'error: This user is locked out. Lift the lock with orangery person unlock, which invites them too.\n',
    ])
    const { code, out } = await run(['person', 'unlock'], '--reason', 'Back from leave')
    expect(code).toBe(0)
    expect(
      await prisma.auditEvent.findMany({ where: { action: 'person.unlocked' } }),
    ).toMatchObject([
      { subject: person.userId, actor: 'operator', details: { reason: 'Back from leave' } },
    ])
    const body = { token: link(out), password: person.password }
    expect((await new Browser(gateway).post('/api/invitations', body)).status).toBe(200)
    expect((await browser.signIn(person)).status).toBe(200)
  })
})
