import { beforeEach, expect, test } from 'vitest'
import { Authenticator, type Lie } from '../support/authenticator.ts'
import { Browser, codeOf, personWithPassword, totp } from '../support/browser.ts'
import { testTable } from '../support/test-table.ts'
import { add, call, ORIGIN, originGateway, signIn, signInWith, viewer } from './passkey.fixtures.ts'

const gateway = originGateway()
const { prisma } = gateway.database
let person: Awaited<ReturnType<typeof personWithPassword>>
let browser: Browser
let device: Authenticator

const actions = async () => {
  const where = { subject: person.userId, action: { startsWith: 'person.passkey' } }
  const rows = await prisma.auditEvent.findMany({ where, orderBy: { id: 'asc' } })
  return rows.map(({ action }) => action)
}
const list = async () => (await browser.get('/api/auth/passkey/list')).json

beforeEach(async () => {
  person = await personWithPassword(gateway)
  browser = new Browser(gateway)
  device = new Authenticator(ORIGIN)
  expect((await signIn(browser, person)).status).toBe(200)
})

test('a passkey is added, listed, renamed, used and removed', async () => {
  const added = await add(browser, device)
  expect(added.json).toMatchObject({ name: 'Laptop', lastUsedAt: null })
  expect(Object.keys(added.json).sort()).toEqual(['createdAt', 'id', 'lastUsedAt', 'name'])
  const { id } = added.json
  expect((await call(browser, 'passkey/rename', { id, name: 'Phone' })).status).toBe(200)
  expect(await list()).toMatchObject([{ id, name: 'Phone' }])

  const other = new Browser(gateway)
  const signedIn = await signInWith(other, device)
  expect(signedIn.json).toEqual({ user: { id: person.userId, email: person.email } })
  expect(await viewer(other)).toBe(person.userId)
  expect((await list())[0].lastUsedAt).not.toBeNull()
  const sessions = (await browser.get('/api/auth/list-sessions')).json
  expect(sessions.map(({ byPasskey }: { byPasskey: boolean }) => byPasskey)).toEqual([true, false])

  expect((await call(browser, 'passkey/remove', { id })).status).toBe(200)
  expect(await list()).toEqual([])
  expect(await viewer(other)).toBeNull()
  expect(await viewer(browser)).toBe(person.userId)
  expect(codeOf(await signInWith(new Browser(gateway), device))).toBe('invalid_credentials')
  const done = ['added', 'renamed', 'removed'].map((each) => `person.passkey_${each}`)
  expect(await actions()).toEqual(done)
})

test('a passkey takes the place of the second factor, and is in the history', async () => {
  await add(browser, device)
  const { json } = await call(browser, 'two-factor/enable', { password: person.password })
  const secret = new URL(json.totpURI).searchParams.get('secret') ?? ''
  await call(browser, 'two-factor/verify-totp', { code: totp(secret) })
  const other = new Browser(gateway)
  expect((await signIn(other, person)).json.twoFactorRedirect).toBe(true)
  const third = new Browser(gateway)
  expect((await signInWith(third, device)).status).toBe(200)
  expect(await viewer(third)).toBe(person.userId)
  const count = () => prisma.signInEvent.count({ where: { ...who(), action: 'passkey_sign_in' } })
  await expect.poll(count).toBe(1)
})

test('a passkey of an earlier session of the browser is not named to the next person', async () => {
  await add(browser, device)
  const { json } = await call(browser, 'passkey/sign-in/options')
  expect(json).not.toHaveProperty('allowCredentials')
  expect(json).toMatchObject({ userVerification: 'required', rpId: 'orangery.example.com' })
  expect((await call(browser, 'passkey/add/options')).json.excludeCredentials).toHaveLength(1)
})

testTable<[string, Lie]>([
  ['without a check of the user', { verifiesUser: false }],
  ['for another site', { origin: 'https://evil.example' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['for a signature in place of a new passkey', { type: 'webauthn.get' }],
  ['in a frame of another site', { clientData: { crossOrigin: true } }],
])('adding a passkey is refused with what is no answer to the challenge', async (_, lie) => {
  expect(codeOf(await add(browser, device, lie))).toBe('invalid_credentials')
  expect(await list()).toEqual([])
})

const certificate = new Map([['x5c', [new Uint8Array([48, 0])]]])
testTable(['android-key', 'android-safetynet', 'apple', 'tpm', 'fido-u2f', 'packed'])(
  'adding a passkey is refused with the certificates of an attestation',
  async (format) => {
    const lie = { attestation: [format, certificate] } as const
    expect(codeOf(await add(browser, device, lie))).toBe('invalid_body')
  },
)

test('adding a passkey is refused without a recent check', async () => {
  const checkedAt = new Date(Date.now() - 16 * 60_000)
  const { json } = await call(browser, 'passkey/add/options')
  const { id } = (await add(browser, device)).json
  await prisma.session.updateMany({ where: who(), data: { checkedAt } })
  const response = new Authenticator(ORIGIN).create(json)
  for (const [path, body] of Object.entries({
    'add/options': {},
    add: { name: 'x', response },
    rename: { id, name: 'x' },
    remove: { id },
  }))
    expect(codeOf(await call(browser, `passkey/${path}`, body))).toBe('recent_sign_in_required')
  expect(await list()).toMatchObject([{ id, name: 'Laptop' }])
})

test('adding a passkey is refused for the passkey of another account, and for the challenge of another person', async () => {
  await add(browser, device)
  const thief = new Browser(gateway)
  await signIn(thief, await personWithPassword(gateway))
  expect(codeOf(await add(thief, device))).toBe('invalid_credentials')
  const { json } = await call(browser, 'passkey/add/options')
  thief.cookies.set('orangery.passkey', browser.cookies.get('orangery.passkey') ?? '')
  const response = new Authenticator(ORIGIN).create(json)
  const added = await call(thief, 'passkey/add', { name: 'x', response })
  expect(codeOf(added)).toBe('invalid_credentials')
  expect(await list()).toHaveLength(1)
})

test('adding a passkey is refused with the name of nothing, and beyond twenty, also of those that are added at once', async () => {
  expect(codeOf(await add(browser, device, {}, ' \n'))).toBe('invalid_parameter')
  await add(browser, device)
  const row = await prisma.passkey.findFirstOrThrow({ where: who() })
  const data = Array.from({ length: 17 }, (_, i) => {
    return { ...row, id: `${row.id}${i}`, credentialId: `${row.credentialId}${i}` }
  })
  await prisma.passkey.createMany({ data })
  const begun = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const other = new Browser(gateway, browser.cookies)
      other.session = browser.session
      const { json } = await call(other, 'passkey/add/options')
      return { other, response: new Authenticator(ORIGIN).create(json) }
    }),
  )
  const added = await Promise.all(
    begun.map(({ other, response }) => call(other, 'passkey/add', { name: 'Key', response })),
  )
  expect(added.map(codeOf).sort()).toEqual([200, 200, ...Array(3).fill('state_conflict')])
  expect(codeOf(await call(browser, 'passkey/add/options'))).toBe('state_conflict')
  expect(await list()).toHaveLength(20)
})

test('nobody renames or removes the passkey of another person', async () => {
  const { id } = (await add(browser, device)).json
  const thief = new Browser(gateway)
  await signIn(thief, await personWithPassword(gateway))
  expect(codeOf(await call(thief, 'passkey/rename', { id, name: 'x' }))).toBe('record_not_found')
  expect(codeOf(await call(thief, 'passkey/remove', { id }))).toBe('record_not_found')
  expect((await thief.get('/api/auth/passkey/list')).json).toEqual([])
  expect(await list()).toMatchObject([{ id, name: 'Laptop' }])
})

function who() {
  return { userId: person.userId }
}
