import { beforeEach, expect, test } from 'vitest'
import { Browser, personWithPassword } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'
import { testTable } from '../support/test-table.ts'

const gateway = testGateway()
const { prisma } = gateway.database
let person: Awaited<ReturnType<typeof personWithPassword>>
let browser: Browser
const VIEWER = '{ viewer { kind name person { userId } } }'

beforeEach(async () => {
  person = await personWithPassword(gateway)
  browser = new Browser(gateway)
})

test('signing in sets an HttpOnly cookie, and does not return the token', async () => {
  const reply = await browser.signIn(person)
  expect(reply.status).toBe(200)
  const [cookie = ''] = reply.headers.getSetCookie()
  expect(cookie).toMatch(/^orangery\.session_token=/)
  expect(cookie).toMatch(/; HttpOnly/)
  expect(cookie).toMatch(/; SameSite=Lax/)
  expect(cookie).not.toMatch(/Secure/)
  expect(reply.json.user).toMatchObject({ id: person.userId, email: person.email })
  const where = { userId: person.userId }
  const { cookieToken } = await prisma.session.findFirstOrThrow({ where })
  expect(reply.text).not.toContain(cookieToken)
  expect(reply.headers.get('X-Request-Id')).toMatch(/^request_/)
  expect(reply.headers.get('Cache-Control')).toBe('no-store')
})

test('get-session returns the user who signed in, with the email in any case, or null', async () => {
  expect((await browser.get('/api/auth/get-session')).text).toBe('null')
  await browser.signIn({ ...person, email: ` ${person.email.toUpperCase()} ` })
  const { json, text } = await browser.get('/api/auth/get-session')
  expect(json.user).toMatchObject({ id: person.userId, twoFactorEnabled: false })
  expect(text).not.toMatch(/"token"|password/i)
})

test('signing in returns the same error for a wrong password, an unknown email and a user without a password', async () => {
  const invited = await personWithPassword(gateway)
  await prisma.account.deleteMany({ where: { userId: invited.userId } })
  const wrong = [
    { ...person, password: 'not the password' },
    { email: 'nobody@example.com', password: 'not the password' },
    invited,
    { ...person, email: 'no address' },
  ]
  for (const each of wrong) {
    const { status, json, headers } = await browser.signIn(each)
    expect(status).toBe(401)
    expect(json.error).toEqual({
      ...{ type: 'authentication_error', code: 'invalid_credentials' },
      message: 'The email or the password is wrong.',
      request_id: headers.get('X-Request-Id'),
    })
    expect(headers.getSetCookie()).toEqual([])
  }
})

test('the gateway does not serve sign-up, nor other paths of better-auth', async () => {
  const posted = [
    ...['sign-up/email', 'sign-in/social', 'update-user', 'delete-user', 'change-email'],
    ...['reset-password', 'request-password-reset', 'link-social', 'set-password'],
    ...['verify-password', 'two-factor/send-otp', 'two-factor/verify-otp', 'revoke-sessions'],
    ...['two-factor/get-totp-uri', 'two-factor/view-backup-codes', 'update-session'],
    ...['get-access-token', 'sign-in/email/', 'SIGN-IN/EMAIL', 'passkey/verify-registration'],
    ...['passkey/verify-authentication', 'passkey/delete-passkey', 'passkey/update-passkey'],
  ]
  for (const path of posted) {
    const { status, json } = await browser.post(`/api/auth/${path}`, person)
    expect([path, status, json.error?.code]).toEqual([path, 404, 'route_not_found'])
  }
  const read = [
    ...['ok', 'error', 'sign-in/email', 'callback/x', 'reference', 'passkey/list-user-passkeys'],
    ...['passkey/generate-register-options', 'passkey/generate-authenticate-options'],
  ]
  for (const path of read) expect((await browser.get(`/api/auth/${path}`)).status, path).toBe(404)
})

const change = (body: object) => browser.post('/api/auth/change-password', body)

test('changing the password ends the other sessions and the old password, and is audited', async () => {
  const other = new Browser(gateway)
  await browser.signIn(person)
  await other.signIn(person)
  const newPassword = 'correct horse battery'
  const reply = await change({ currentPassword: person.password, newPassword })
  expect(reply.status).toBe(200)
  expect((await browser.graphql(VIEWER)).status).toBe(200)
  expect((await other.graphql(VIEWER)).status).toBe(401)
  expect((await other.signIn(person)).status).toBe(401)
  expect((await other.signIn({ ...person, password: newPassword })).status).toBe(200)
  const requestId = reply.headers.get('X-Request-Id')
  const events = await prisma.auditEvent.findMany({ where: { requestId } })
  expect(events).toMatchObject([{ action: 'person.password_set', actor: person.userId }])
})

testTable([
  ...['', 'elevenchars', 'x'.repeat(129), '🙂'.repeat(11), `long enough\0here`],
  '\ud800long enough here',
])('changing the password rejects a new password that is no password', async (newPassword) => {
  await browser.signIn(person)
  const { status, json } = await change({ currentPassword: person.password, newPassword })
  expect(status).toBe(400)
  expect(json.error.message).toMatch(/newPassword takes/)
  expect((await new Browser(gateway).signIn(person)).status).toBe(200)
})
