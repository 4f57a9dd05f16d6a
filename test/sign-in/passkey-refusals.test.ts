import { beforeEach, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { setPasswords } from '../../src/modules/people/password.writes.ts'
import { lockPerson } from '../../src/modules/staff/person-lock.writes.ts'
import { Authenticator, type Lie } from '../support/authenticator.ts'
import { Browser, codeOf } from '../support/browser.ts'
import { testTable } from '../support/test-table.ts'
import { call, ORIGIN, originGateway, signInWith, viewer, withPasskey } from './passkey.fixtures.ts'

const gateway = originGateway()
const { prisma } = gateway.database
let person: Awaited<ReturnType<typeof withPasskey>>['person']
let browser: Browser
let device: Authenticator

beforeEach(signedIn)

async function signedIn() {
  ;({ person, browser, device } = await withPasskey(gateway))
}

testTable<[string, Lie]>([
  ['without a check of the user', { verifiesUser: false }],
  ['for another site', { origin: 'https://evil.example' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['for a new passkey in place of a signature', { type: 'webauthn.create' }],
  ['in a frame of another site', { clientData: { crossOrigin: true } }],
  [
    'in a frame that names the site around it',
    { clientData: { topOrigin: 'https://evil.example' } },
  ],
  ['where the frame is not said by true or false', { clientData: { crossOrigin: 'no' } }],
])('signing in with a passkey is refused', async (_, lie) => {
  await signedIn()
  const other = new Browser(gateway)
  expect(codeOf(await signInWith(other, device, lie))).toBe('invalid_credentials')
  expect(await viewer(other)).toBeNull()
  expect(await prisma.session.count({ where: who() })).toBe(1)
})

test('signing in with a passkey is refused for the signature of another key, under the id of this one', async () => {
  const thief = new Authenticator(ORIGIN)
  const other = new Browser(gateway)
  const { json } = await call(other, 'passkey/sign-in/options')
  const { id, rawId } = device.sign(json)
  const response = { ...thief.sign(json), id, rawId }
  expect(codeOf(await call(other, 'passkey/sign-in', { response }))).toBe('invalid_credentials')
})

test('signing in with a passkey is refused for a challenge that was used, also at the same time, and for that of adding', async () => {
  const other = new Browser(gateway)
  const { json } = await call(other, 'passkey/sign-in/options')
  const response = device.sign(json)
  const all = await Promise.all(
    Array.from({ length: 5 }, () => {
      return call(new Browser(gateway, other.cookies), 'passkey/sign-in', { response })
    }),
  )
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(codeOf(await call(other, 'passkey/sign-in', { response }))).toBe('invalid_credentials')

  const adding = await call(browser, 'passkey/add/options')
  const signed = { response: device.sign(adding.json) }
  expect(codeOf(await call(browser, 'passkey/sign-in', signed))).toBe('invalid_credentials')
})

test('signing in with a passkey is refused without the cookie of the challenge, and without an origin', async () => {
  const { json } = await call(browser, 'passkey/sign-in/options')
  const body = { response: device.sign(json) }
  const other = new Browser(gateway)
  expect(codeOf(await call(other, 'passkey/sign-in', body))).toBe('invalid_credentials')
  const bare = await gateway.request('/api/auth/passkey/sign-in', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(codeOf(bare)).toBe('invalid_credentials')
})

test('signing in with a passkey is refused for a copy of the device that has signed less often', async () => {
  await prisma.passkey.updateMany({ where: who(), data: { counter: 2 ** 31 + 5 } })
  const other = new Browser(gateway)
  expect(codeOf(await signInWith(other, device))).toBe('invalid_credentials')
})

test('signing in with a passkey is refused for a person who was locked out, also after a new password', async () => {
  await lockPerson(operator(prisma), person)
  const other = new Browser(gateway)
  expect(codeOf(await signInWith(other, device))).toBe('invalid_credentials')
  await setPasswords(operator(prisma), [person])
  expect(codeOf(await signInWith(other, device))).toBe('invalid_credentials')
  expect(await viewer(other)).toBeNull()
})

test('signing in with a passkey is refused for a person without a password', async () => {
  await prisma.account.deleteMany({ where: who() })
  await prisma.session.deleteMany({ where: who() })
  expect(codeOf(await signInWith(new Browser(gateway), device))).toBe('invalid_session')
  expect(await prisma.session.count({ where: who() })).toBe(0)
})

function who() {
  return { userId: person.userId }
}
