import { beforeEach, describe, expect, test } from 'vitest'
import { PAGE_SESSION } from '../../src/access/page-session.ts'
import { ROUTES } from '../../src/sign-in/routes.ts'
import { Browser, personWithPassword, totp } from '../support/browser.ts'
import { gatewayWithoutLimits } from '../support/gateway.ts'
import { testTable } from '../support/test-table.ts'

const gateway = gatewayWithoutLimits()
const { prisma } = gateway.database
let person: Awaited<ReturnType<typeof personWithPassword>>
let browser: Browser

beforeEach(async () => {
  person = await personWithPassword(gateway)
  browser = new Browser(gateway)
  await browser.signIn(person)
})

interface Row {
  readonly body: object
  /** The answer in a session that has ended: there is nothing to sign out of. */
  readonly ended: string | null
}

const SIGNED_OUT = 'invalid_session'

// Of the right form, and of no passkey.
const answer = { id: 'x', rawId: 'x', type: 'public-key' }
const created = { ...answer, response: { clientDataJSON: 'x', attestationObject: 'x' } }
const signed = {
  ...answer,
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
}

/** Every path that acts in a session. A new one needs a row. */
const IN_SESSION: Readonly<Record<string, Row>> = {
  '/api/auth/sign-out': { body: {}, ended: null },
  '/api/auth/two-factor/enable': { body: { password: 'x' }, ended: SIGNED_OUT },
  '/api/auth/two-factor/verify-totp': { body: { code: '123456' }, ended: SIGNED_OUT },
  '/api/auth/two-factor/disable': { body: { password: 'x' }, ended: SIGNED_OUT },
  '/api/auth/two-factor/generate-backup-codes': { body: { password: 'x' }, ended: SIGNED_OUT },
  '/api/auth/change-password': {
    body: { currentPassword: 'x', newPassword: 'grey herons over Skye' },
    ended: SIGNED_OUT,
  },
  '/api/auth/confirm': { body: { password: 'x' }, ended: SIGNED_OUT },
  '/api/auth/confirm/passkey/options': { body: {}, ended: SIGNED_OUT },
  '/api/auth/confirm/passkey': { body: { response: signed }, ended: SIGNED_OUT },
  '/api/auth/revoke-session': { body: { id: 'session_x' }, ended: SIGNED_OUT },
  '/api/auth/revoke-other-sessions': { body: {}, ended: SIGNED_OUT },
  '/api/auth/passkey/add/options': { body: {}, ended: SIGNED_OUT },
  '/api/auth/passkey/add': { body: { name: 'x', response: created }, ended: SIGNED_OUT },
  '/api/auth/passkey/rename': { body: { id: 'x', name: 'x' }, ended: SIGNED_OUT },
  '/api/auth/passkey/remove': { body: { id: 'x' }, ended: SIGNED_OUT },
  '/api/invitations/join': { body: { token: 'x' }, ended: SIGNED_OUT },
}

/** The paths whose body alone says whom they are about. */
const IN_ANY = {
  '/api/auth/sign-in/email': { email: 'a@example.com', password: 'x' },
  '/api/auth/two-factor/verify-backup-code': { code: 'x' },
  '/api/auth/passkey/sign-in/options': {},
  '/api/auth/passkey/sign-in': { response: signed },
  '/api/invitations/check': { token: 'x' },
  '/api/password-reset': { email: 'a@example.com' },
  '/api/invitations': { token: 'x', password: 'grey herons over Skye' },
} as const

const codeOf = ({ json }: { json: { error?: { code: string } } }) => json.error?.code ?? null

const stateOf = async () =>
  JSON.stringify([
    await prisma.session.findMany({
      select: { id: true, checkedAt: true },
      orderBy: { id: 'asc' },
    }),
    await prisma.account.findMany({ orderBy: { id: 'asc' } }),
    await prisma.twoFactor.findMany({ orderBy: { id: 'asc' } }),
    await prisma.passkey.findMany({ orderBy: { id: 'asc' } }),
  ])

test('the tables have every path that is posted to', () => {
  const posts = ROUTES.filter(({ method }) => method === 'post').map(({ path }) => path)
  expect([...Object.keys(IN_SESSION), ...Object.keys(IN_ANY)].sort()).toEqual(posts.sort())
})

describe.each(Object.entries(IN_SESSION))('%s', (path, { body, ended }) => {
  test('is served only to a page of the session', async () => {
    const page = browser.session
    await browser.signIn(await personWithPassword(gateway))
    const before = await stateOf()
    browser.session = page
    const changed = await browser.post(path, body)
    expect([changed.status, codeOf(changed)]).toEqual([409, 'session_changed'])
    expect(changed.headers.get(PAGE_SESSION)).toBeNull()
    browser.session = undefined
    expect(codeOf(await browser.post(path, body))).toBe('missing_parameter')
    expect(await stateOf()).toBe(before)
  })

  test('after the session expired', async () => {
    await prisma.session.updateMany({
      where: { userId: person.userId },
      data: { expiresAt: new Date(0) },
    })
    const code = codeOf(await browser.post(path, body))
    expect(ended === null ? code : [code]).toEqual(
      ended === null ? null : [expect.stringMatching(/^(expired|invalid)_session$/)],
    )
  })
})

testTable(Object.entries(IN_ANY))(
  'a path outside a session needs no page of the session',
  async (path, body) => {
    browser.session = undefined
    expect(codeOf(await browser.post(path, body))).not.toBe('missing_parameter')
  },
)

test('a page goes on in the session that its own request begins after a change of the password', async () => {
  const first = browser.session
  const newPassword = 'grey herons over Skye'
  const body = { currentPassword: person.password, newPassword }
  expect(codeOf(await browser.post('/api/auth/change-password', body))).toBeNull()
  expect(browser.session).not.toBe(first)
  const list = await browser.get('/api/auth/list-sessions')
  expect(list.json.find(({ current }: { current: boolean }) => current).id).toBe(browser.session)
  expect(codeOf(await browser.post('/api/auth/revoke-other-sessions'))).toBeNull()
})

test('a page goes on in the session that its own request begins after the setup of a second factor', async () => {
  const { password } = person
  const { json } = await browser.post('/api/auth/two-factor/enable', { password })
  const secret = new URL(json.totpURI).searchParams.get('secret') ?? ''
  const code = totp(secret)
  expect(codeOf(await browser.post('/api/auth/two-factor/verify-totp', { code }))).toBeNull()
  expect(codeOf(await browser.post('/api/auth/revoke-other-sessions'))).toBeNull()
})

test('a query of a page of another session is rejected as well', async () => {
  const page = browser.session
  const other = await personWithPassword(gateway)
  await browser.signIn(other)
  browser.session = page
  const { json, status } = await browser.graphql('{ viewer { person { userId } } }')
  expect([status, json.errors[0].extensions.code]).toEqual([409, 'session_changed'])
  expect(JSON.stringify(json)).not.toContain(other.userId)
})

testTable(['x', 'session_x', `${'9'.repeat(5_000)}`])(
  'a header of another form names no session',
  async (named) => {
    browser.session = named
    const { status, json } = await browser.graphql('{ viewer { person { userId } } }')
    expect([status, json.errors[0].extensions.code]).toEqual([409, 'session_changed'])
  },
)
