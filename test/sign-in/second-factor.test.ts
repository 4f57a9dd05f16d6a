import { beforeEach, describe, expect, test } from 'vitest'
import { readTypedCode, readTypedRecoveryCode } from '../../src/sign-in/passkey-bodies.ts'
import { Browser, personWithPassword, signedInBrowser, totp } from '../support/browser.ts'
import { gatewayWithoutLimits } from '../support/gateway.ts'
import { applied } from '../support/tables.ts'
import { enableFactor, recover, verify, waitingBrowser } from './second-factor.fixtures.ts'

const gateway = gatewayWithoutLimits()
const { prisma } = gateway.database
let person: Awaited<ReturnType<typeof personWithPassword>>
let browser: Browser
let secret = ''
let recoveryCodes: string[] = []
const VIEWER = '{ viewer { person { userId } } }'

beforeEach(async () => {
  person = await personWithPassword(gateway)
  browser = await signedInBrowser(gateway, person)
  ;({ secret, recoveryCodes } = await enableFactor(browser, person))
  for (const code of recoveryCodes)
    expect(code).toMatch(/^([a-hjkmnp-z2-9]{5}-){2}[a-hjkmnp-z2-9]{5}$/)
})

const inFullWidth = (text: string) =>
  text.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xff01 - 0x21))

test('a code is read without separators and marks, in the digits of ASCII', () => {
  const typed = {
    ...{ '123 456': '123456', '123\u202F456': '123456', ' 123-456\t': '123456' },
    ...{ '123\u2013456': '123456', '123.456': '123456', '\u202A123456\u202C\uFEFF': '123456' },
    ...{ '１２３４５６': '123456', '١٢٣٤٥٦': '123456', '۱۲۳۴۵۶': '123456', '-': '', '\u200B': '' },
  }
  expect(applied(typed, readTypedCode)).toEqual(typed)
  const recovery = ['abcde 12345', 'abcde12345', ' abcde\u201312345 ', 'ａｂｃｄｅ１２３４５']
  expect(new Set(recovery.map(readTypedRecoveryCode))).toEqual(new Set(['abcde-12345']))
  expect(readTypedRecoveryCode('abcde 12345fghij')).toBe('abcde-12345-fghij')
})

const startSignIn = () => waitingBrowser(gateway, person)

async function factorEvents() {
  const where = { subject: person.userId, action: { startsWith: 'person.' } }
  const events = await prisma.auditEvent.findMany({ where, orderBy: { id: 'asc' } })
  return events.filter(({ action }) => action !== 'person.password_set')
}

test('setting up a second factor does not require a code to sign in until a first code has completed it', async () => {
  expect((await new Browser(gateway).signIn(person)).json.user).toBeDefined()
  expect((await verify(browser, '000000')).json.error.code).toBe('invalid_code')
  expect((await verify(browser, totp(secret))).status).toBe(200)
  expect((await browser.graphql(VIEWER)).status).toBe(200)
  await startSignIn()
})

test('setting up a second factor requires the password and a session', async () => {
  const other = await personWithPassword(gateway)
  const unknown = new Browser(gateway)
  const enable = (password: string) => unknown.post('/api/auth/two-factor/enable', { password })
  expect((await enable(other.password)).json.error.code).toBe('invalid_session')
  await unknown.signIn(other)
  expect((await enable('wrong wrong wrong')).json.error.code).toBe('invalid_credentials')
})

test('setting up a second factor does not store the secret or the codes in clear', async () => {
  const stored = await prisma.twoFactor.findFirstOrThrow({ where: { userId: person.userId } })
  expect(JSON.stringify(stored)).not.toContain(secret)
  for (const code of recoveryCodes) expect(JSON.stringify(stored)).not.toContain(code)
})

describe('after the setup', () => {
  let proof = ''
  beforeEach(async () => {
    proof = totp(secret)
    await verify(browser, proof)
  })

  /** The next code, which has not been used. Codes of the next half minute are accepted. */
  const nextCode = () => totp(secret, Date.now() + 30_000)

  test('a password alone does not sign in', async () => {
    const other = await startSignIn()
    expect((await other.graphql(VIEWER)).json.errors[0].extensions.code).toBe('missing_api_key')
    expect((await other.get('/api/auth/get-session')).text).toBe('null')
  })

  test('a code works once, also in concurrent requests, and the others create no session', async () => {
    const code = nextCode()
    const before = await prisma.session.count({ where: { userId: person.userId } })
    const three = [await startSignIn(), await startSignIn(), await startSignIn()]
    const replies = await Promise.all(three.map((each) => verify(each, code)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    const later = await startSignIn()
    const { json, headers } = await verify(later, code)
    expect(json.error).toMatchObject({
      code: 'invalid_code',
      message: 'The code has been used. Wait for the next one.',
    })
    expect(headers.getSetCookie()).toEqual([])
    expect((await later.get('/api/auth/get-session')).text).toBe('null')
    expect(await prisma.session.count({ where: { userId: person.userId } })).toBe(before + 1)
  })

  test('a code is accepted as it is typed, and rejected in any notation once it was used', async () => {
    for (const used of [` ${proof}`, `0${proof}`, inFullWidth(proof), `${proof}.0`])
      expect((await verify(await startSignIn(), used)).status, used).toBe(401)
    const reply = await verify(await startSignIn(), ` ${inFullWidth(nextCode())}`)
    expect(reply.json.user?.id).toBe(person.userId)
    const nothing = await verify(await startSignIn(), ' -')
    expect([nothing.status, nothing.json.error.code]).toEqual([400, 'invalid_body'])
  })

  test('an old code is rejected', async () => {
    const old = totp(secret, Date.now() - 5 * 60_000)
    expect((await verify(await startSignIn(), old)).json.error.code).toBe('invalid_code')
  })

  test('a sign-in allows five wrong codes, and then has to start again', async () => {
    const other = await startSignIn()
    for (let tries = 0; tries < 5; tries++)
      expect((await verify(other, '000000')).json.error.code).toBe('invalid_code')
    expect((await verify(other, totp(secret))).json.error.code).toBe('invalid_session')
    expect((await other.get('/api/auth/get-session')).text).toBe('null')
  })

  test('it cannot be set up again, and is turned off with the password', async () => {
    const { password } = person
    const again = await browser.post('/api/auth/two-factor/enable', { password })
    expect([again.status, again.json.error.code]).toEqual([409, 'state_conflict'])
    const wrong = await browser.post('/api/auth/two-factor/disable', { password: 'wrong wrong' })
    expect(wrong.json.error.code).toBe('invalid_credentials')
    expect((await browser.post('/api/auth/two-factor/disable', { password })).status).toBe(200)
    expect((await new Browser(gateway).signIn(person)).json.user).toBeDefined()
    expect((await browser.graphql(VIEWER)).status).toBe(200)
  })

  test('a new password ends sign-ins that wait for a code', async () => {
    const other = await startSignIn()
    const body = { currentPassword: person.password, newPassword: 'correct horse battery' }
    await browser.post('/api/auth/change-password', body)
    expect((await verify(other, totp(secret))).json.error.code).toBe('invalid_session')
  })

  test('a recovery code is accepted as it is typed, once', async () => {
    const [code = ''] = recoveryCodes
    const typed = ` ${inFullWidth(code.replace('-', ' '))}`
    expect((await recover(await startSignIn(), typed)).json.user?.id).toBe(person.userId)
    for (const again of [typed, code])
      expect((await recover(await startSignIn(), again)).json.error.code).toBe('invalid_code')
  })

  test('a recovery code works for one of two concurrent sign-ins', async () => {
    const two = [await startSignIn(), await startSignIn()]
    const replies = await Promise.all(two.map((each) => recover(each, recoveryCodes[1] ?? '')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status >= 500)).toHaveLength(0)
  })

  test('new recovery codes replace the old ones', async () => {
    const { password } = person
    const { json } = await browser.post('/api/auth/two-factor/generate-backup-codes', { password })
    expect((await recover(await startSignIn(), recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await recover(await startSignIn(), json.backupCodes[0])).status).toBe(200)
  })
})

test.each([
  ['a code', () => totp(secret, Date.now() + 30_000), verify],
  ['a recovery code', () => recoveryCodes[0] ?? '', recover],
])('%s signs nobody in whose password is replaced meanwhile', async (_, code, send) => {
  await verify(browser, totp(secret))
  const other = await startSignIn()
  const { userId } = person
  const before = await prisma.session.count({ where: { userId } })
  // The new password ended the sessions before that of the second step began.
  await prisma.$executeRawUnsafe(`
    CREATE FUNCTION replace_password() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN UPDATE accounts SET password_hash = 'replaced' WHERE user_id = NEW.user_id; RETURN NEW; END $$`)
  await prisma.$executeRawUnsafe(
    'CREATE TRIGGER replace_password AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION replace_password()',
  )
  const reply = await send(other, code())
  await prisma.$executeRawUnsafe('DROP FUNCTION replace_password CASCADE')
  expect(reply.json.error?.code).toBe('invalid_session')
  expect(await prisma.session.count({ where: { userId } })).toBe(before)
})

const wrong = '000000'

test('the audit log has who set up, used, changed and removed a second factor, and in which request', async () => {
  const { password } = person
  const responses = [
    await verify(browser, totp(secret)),
    await recover(await startSignIn(), recoveryCodes[0] ?? ''),
    await browser.post('/api/auth/two-factor/generate-backup-codes', { password }),
    await browser.post('/api/auth/two-factor/disable', { password }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const actions = ['second_factor_set', 'recovery_code_used', 'recovery_codes_made']
  expect(await factorEvents()).toEqual(
    [...actions, 'second_factor_removed'].map((action, i) =>
      expect.objectContaining({
        action: `person.${action}`,
        actor: person.userId,
        requestId: responses[i]?.headers.get('X-Request-Id'),
      }),
    ),
  )
  const everything = JSON.stringify(await factorEvents())
  for (const code of [secret, password, ...recoveryCodes]) expect(everything).not.toContain(code)
})

test('the audit log has no events of rejected requests, of an unfinished setup, or of a missing factor', async () => {
  await verify(browser, wrong)
  await browser.post('/api/auth/two-factor/disable', { password: wrong })
  await browser.post('/api/auth/two-factor/generate-backup-codes', { password: wrong })
  await recover(new Browser(gateway), recoveryCodes[0] ?? '')
  await browser.post('/api/auth/two-factor/disable', { password: person.password })
  expect(await factorEvents()).toEqual([])
})
