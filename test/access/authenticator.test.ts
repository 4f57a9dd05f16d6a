import { createHmac, randomBytes } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Authenticator } from '../../src/access/authenticator.ts'
import { createSecret } from '../../src/access/secret.ts'
import { StoredDataError } from '../../src/access/stored-data.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { testDatabase } from '../support/database.ts'
import { clientWith, keyWith, tokenOf } from '../support/portfolio.ts'
import { outcomesOf } from '../support/tables.ts'
import { contextFrom, testAuthenticator } from './fixtures.ts'

const database = testDatabase()
const statements = vi.spyOn(database.serving.pool, 'query')
let authenticator: Authenticator

beforeEach(() => {
  authenticator = testAuthenticator(database.serving)
})

async function present(secret: string, ip?: string): Promise<string> {
  const identified = authenticator.identifyPartner(contextFrom(ip), `Bearer ${secret}`, null)
  return identified.then(
    () => 'in',
    (error) => error.code,
  )
}

async function presentMany(count: number, secretOf: () => string, ip?: string) {
  statements.mockClear()
  const outcomes = await Promise.all(Array.from({ length: count }, () => present(secretOf(), ip)))
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return { ...counts, statements: statements.mock.calls.length }
}

async function sessionOf(userId: string): Promise<string> {
  const cookieToken = randomBytes(24).toString('base64url')
  const expiresAt = new Date(Date.now() + 60_000)
  const id = `session_${cookieToken}`
  await database.prisma.session.create({ data: { id, userId, cookieToken, expiresAt } })
  return `${cookieToken}.${createHmac('sha256', 'key').update(cookieToken).digest('base64')}`
}

const unknownKey = () => createSecret('production').secret

test('without a valid key: a malformed key is counted and never read from the database', async () => {
  const counts = await presentMany(120, () => 'sk_live_nonsense')
  expect(counts).toEqual({ invalid_api_key: 100, rate_limit_exceeded: 20, statements: 0 })
})

test('without a valid key: a well-formed unknown key is counted before it is read', async () => {
  const secret = unknownKey()
  for (const [secretOf, ip] of [
    [unknownKey, '192.0.2.1'],
    [() => secret, '192.0.2.2'],
  ] as const) {
    const { statements: read, ...counts } = await presentMany(150, secretOf, ip)
    expect(counts).toEqual({ invalid_api_key: 100, rate_limit_exceeded: 50 })
    expect(read).toBeLessThanOrEqual(102)
  }
})

test('without a valid key: over the limit, thousands of guessed keys from several addresses cost a few statements', async () => {
  await Promise.all(['192.0.2.1', '192.0.2.2'].map((ip) => presentMany(100, unknownKey, ip)))
  statements.mockClear()
  const guesses = ['192.0.2.1', '192.0.2.2'].flatMap((ip) =>
    Array.from({ length: 1_500 }, () => present(unknownKey(), ip)),
  )
  expect(new Set(await Promise.all(guesses))).toEqual(new Set(['rate_limit_exceeded']))
  expect(statements.mock.calls.length).toBeLessThanOrEqual(6)
})

test('without a valid key: anonymous requests and failed keys have separate limits', async () => {
  const anonymous = () => authenticator.identifyPartner(contextFrom(), undefined, null)
  await Promise.allSettled(Array.from({ length: 100 }, anonymous))
  await expect(anonymous()).rejects.toMatchObject({ code: 'rate_limit_exceeded' })
  expect(await present('nonsense')).toBe('invalid_api_key')
  await presentMany(99, () => 'nonsense')
  expect(await present('nonsense')).toBe('rate_limit_exceeded')
  await presentMany(101, () => 'nonsense', '192.0.2.2')
  const other = authenticator.identifyPartner(contextFrom('192.0.2.2'), undefined, null)
  await expect(other).rejects.toMatchObject({ code: 'missing_api_key' })
})

test('with a valid key: 300 concurrent first requests pass, and each is read from the database', async () => {
  const { secret } = await keyWith(database)
  const { statements: read, ...counts } = await presentMany(300, () => secret)
  expect(counts).toEqual({ in: 300 })
  expect(read).toBeGreaterThanOrEqual(300)
  expect(await presentMany(101, unknownKey)).toMatchObject({ invalid_api_key: 100 })
})

test('from an address over its limit: a valid key that was not used before passes, many times at once', async () => {
  await presentMany(150, unknownKey)
  const { secret } = await keyWith(database)
  expect(await presentMany(20, () => secret)).toMatchObject({ in: 20 })
})

test('from an address over its limit: an access token and a session pass', async () => {
  await presentMany(150, unknownKey)
  const userId = await clientWith(database, [])
  const token = await tokenOf(database, userId)
  const person = await authenticator.identifyPerson(contextFrom(), `Bearer ${token}`)
  expect(person).toMatchObject({ userId })
  const cookie = await sessionOf(userId)
  const session = await authenticator.identifySession(contextFrom(), cookie, undefined)
  expect(session).toMatchObject({ userId })
})

test('from an address over its limit: a revoked key is rejected without being read', async () => {
  const { id, secret } = await keyWith(database)
  await revokeKey(operator(database.prisma), { keyId: id })
  await presentMany(150, unknownKey)
  const counts = await presentMany(200, () => secret)
  expect(counts).toMatchObject({ rate_limit_exceeded: 200 })
  expect(counts.statements).toBeLessThanOrEqual(2)
})

test('an error that is not about the credential does not count against the address', async () => {
  const { id, secret } = await keyWith(database)
  await database.pool.query('ALTER TABLE api_keys DROP CONSTRAINT api_keys_have_registry')
  await database.pool.query("UPDATE api_keys SET scopes = '{}' WHERE id = $1", [id])
  const thrown = await authenticator
    .identifyPartner(contextFrom(), `Bearer ${secret}`, null)
    .catch((error) => error)
  expect(thrown).toBeInstanceOf(StoredDataError)
  expect(thrown.message).toContain(id)
  await presentMany(150, () => secret)
  expect(await presentMany(101, unknownKey)).toMatchObject({ invalid_api_key: 100 })
})

test('a revoked key counts against the address, also if it was valid before', async () => {
  const { id, secret } = await keyWith(database)
  expect(await present(secret)).toBe('in')
  await revokeKey(operator(database.prisma), { keyId: id })
  const counts = await presentMany(120, () => secret)
  expect(counts).toMatchObject({ revoked_api_key: 100, rate_limit_exceeded: 20 })
})

test('the limit of an address is that of its network, in either form of IPv4', async () => {
  const pairs: readonly (readonly [string, string, isShared: boolean])[] = [
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:4::1', '2001:db8:1:3::1', false],
    ['192.0.2.1', '192.0.2.2', false],
    ['192.0.2.3', '::ffff:192.0.2.3', true],
    ['::ffff:192.0.2.4', '::ffff:192.0.2.5', false],
    ['not an address', '', true],
  ]
  for (const [one, other, isShared] of pairs) {
    await presentMany(100, () => 'nonsense', one)
    const outcome = isShared ? 'rate_limit_exceeded' : 'invalid_api_key'
    expect.soft(await present('nonsense', other), `${one} ${other}`).toBe(outcome)
  }
})

test('the Authorization header has a bearer that is a key, or is rejected', async () => {
  const codeOf = (header?: string) =>
    authenticator.identifyPartner(contextFrom(), header, null).catch(({ code }) => code)
  const codes = {
    '': 'missing_api_key',
    '   ': 'missing_api_key',
    Bearer: 'invalid_api_key',
    'Bearer ': 'invalid_api_key',
    'Basic dXNlcjpwYXNz': 'invalid_api_key',
    [unknownKey()]: 'invalid_api_key',
    'Bearer a b': 'invalid_api_key',
    [`Bearer ${'x'.repeat(100_000)}`]: 'invalid_api_key',
    'Bearer \u00e9': 'invalid_api_key',
  }
  expect(await outcomesOf(codes, (_, header) => codeOf(header))).toEqual(codes)
  expect(await codeOf()).toBe('missing_api_key')
  // The scheme has no case.
  const { secret } = await keyWith(database)
  expect(await codeOf(`bearer  ${secret} `)).toMatchObject({ partner: { kind: 'partner' } })
})
