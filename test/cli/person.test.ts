import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Browser, personWithPassword, totp } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'
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

const lastEvent = () =>
  prisma.auditEvent.findFirst({ where: { subject: person.userId }, orderBy: { id: 'desc' } })

describe('person drop-second-factor', () => {
  const drop = (email: string, ...more: string[]) =>
    orangery(['person', 'drop-second-factor', '--email', email, ...more], HERE)

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
    const { code, err, out } = await drop(person.email.toUpperCase())
    expect([code, err, out]).toEqual([0, '', `Ada Lind <${person.email}> has no second factor.\n`])
    expect((await browser.graphql('{ viewer { id } }')).status).toBe(401)
    const late = { code: totp(secret, Date.now() + 30_000) }
    expect((await waiting.post('/api/auth/two-factor/verify-totp', late)).status).toBe(401)
    expect((await browser.signIn(person)).json.user.id).toBe(person.userId)
    expect(await lastEvent()).toMatchObject({
      action: 'person.second_factor_dropped',
      actor: 'operator',
    })
    await setFactor()
    expect((await new Browser(gateway).signIn(person)).json.twoFactorRedirect).toBe(true)
  })

  test('fails without a second factor, and for an unknown email', async () => {
    const none = await drop(person.email)
    expect([none.code, none.err]).toEqual([1, 'error: There is no second factor.\n'])
    expect(await lastEvent()).toMatchObject({ action: 'person.password_set' })
    const unknown = await drop('nobody@example.com', '--json')
    expect(unknown.code).toBe(1)
    expect(jsonOf(unknown).error.code).toBe('record_not_found')
    expect((await drop('nobody')).code).toBe(2)
    expect((await orangery(['person', 'drop-second-factor'], HERE)).code).toBe(2)
  })
})

describe('person lock', () => {
  test('locks the user out at once, prints what it ended, and is audited', async () => {
    const argv = ['person', 'lock', '--email', person.email]
    const { code, out, err } = await orangery(argv, HERE)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('is locked out.\nEnded: sessions 1, access tokens 0, grants 0.\n')
    expect((await browser.graphql('{ viewer { id } }')).status).toBe(401)
    expect((await browser.signIn(person)).status).toBe(401)
    expect(await lastEvent()).toMatchObject({
      action: 'person.locked',
      actor: 'operator',
      details: { sessions: 1, access_tokens: 0, keys: [] },
    })
    expect(jsonOf(await orangery([...argv, '--json'], HERE))).toEqual({
      user_id: person.userId,
      name: 'Ada Lind',
      sessions: 0,
      access_tokens: 0,
      grants: 0,
      keys: [],
    })
    expect((await orangery(['person', 'lock', '--email', 'nobody@example.com'], HERE)).code).toBe(1)
  })
})
