import { createHmac, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Authenticator, createAuthenticator } from '../../src/access/authenticator.ts'
import { createMemoryQuota } from '../../src/access/quota.ts'
import { createRequestContext } from '../../src/access/request-context.ts'
import { createSecret } from '../../src/access/secret.ts'
import { createSessionCookies } from '../../src/access/session-cookie.ts'
import { StoredDataError } from '../../src/access/stored-data.ts'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { revokeKey } from '../../src/modules/partner-access/api-key-secret.writes.ts'
import { testDatabase } from '../support/database.ts'
import { clientWith, keyWith, tokenOf } from '../support/portfolio.ts'

const database = testDatabase()
const statements = vi.spyOn(database.serving.pool, 'query')
let authenticator: Authenticator

beforeEach(() => {
  authenticator = createAuthenticator(
    database.serving.pool,
    createMemoryQuota(),
    createSessionCookies('key', undefined),
  )
})

function exchangeFrom(ip = '192.0.2.1') {
  return createRequestContext(undefined, ip, new Date())
}

/** What the authenticator says of a bearer from an address: `in`, or the code of the refusal. */
async function present(secret: string, ip?: string): Promise<string> {
  const identified = authenticator.identifyPartner(exchangeFrom(ip), `Bearer ${secret}`, null)
  return identified.then(
    () => 'in',
    (refusal) => refusal.code,
  )
}

async function presentMany(count: number, secretOf: () => string, ip?: string) {
  statements.mockClear()
  const outcomes = await Promise.all(Array.from({ length: count }, () => present(secretOf(), ip)))
  const tally: Record<string, number> = {}
  for (const outcome of outcomes) tally[outcome] = (tally[outcome] ?? 0) + 1
  return { ...tally, statements: statements.mock.calls.length }
}

/** The cookie of a session of the user. */
async function sessionOf(userId: string): Promise<string> {
  const cookieToken = randomBytes(24).toString('base64url')
  const expiresAt = new Date(Date.now() + 60_000)
  const id = `session_${cookieToken}`
  await database.prisma.session.create({ data: { id, userId, cookieToken, expiresAt } })
  return `${cookieToken}.${createHmac('sha256', 'key').update(cookieToken).digest('base64')}`
}

const unknownKey = () => createSecret('production').secret

describe('without a valid key', () => {
  test('what cannot be a key is counted, and never reaches the database', async () => {
    const tally = await presentMany(120, () => 'sk_live_nonsense')
    expect(tally).toEqual({ invalid_api_key: 100, rate_limit_exceeded: 20, statements: 0 })
  })

  test('a well-formed unknown key is counted before it is read', async () => {
    const { statements: read, ...tally } = await presentMany(150, unknownKey)
    expect(tally).toEqual({ invalid_api_key: 100, rate_limit_exceeded: 50 })
    expect(read).toBeLessThanOrEqual(102)
  })

  test('so is one unknown key that comes many times at once', async () => {
    const secret = unknownKey()
    const { statements: read, ...tally } = await presentMany(150, () => secret)
    expect(tally).toEqual({ invalid_api_key: 100, rate_limit_exceeded: 50 })
    expect(read).toBeLessThanOrEqual(102)
  })

  test('past the limit thousands of guesses from many addresses share a few statements', async () => {
    await Promise.all(['192.0.2.1', '192.0.2.2'].map((ip) => presentMany(100, unknownKey, ip)))
    statements.mockClear()
    const guesses = ['192.0.2.1', '192.0.2.2'].flatMap((ip) =>
      Array.from({ length: 1_500 }, () => present(unknownKey(), ip)),
    )
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['rate_limit_exceeded']))
    expect(statements.mock.calls.length).toBeLessThanOrEqual(6)
  })

  test('a request that names nobody spends nothing of failed keys, and the other way', async () => {
    const anonymous = () => authenticator.identifyPartner(exchangeFrom(), undefined, null)
    await Promise.allSettled(Array.from({ length: 100 }, anonymous))
    await expect(anonymous()).rejects.toMatchObject({ code: 'rate_limit_exceeded' })
    expect(await present('nonsense')).toBe('invalid_api_key')
    await presentMany(99, () => 'nonsense')
    expect(await present('nonsense')).toBe('rate_limit_exceeded')
    await presentMany(101, () => 'nonsense', '192.0.2.2')
    const other = authenticator.identifyPartner(exchangeFrom('192.0.2.2'), undefined, null)
    await expect(other).rejects.toMatchObject({ code: 'missing_api_key' })
  })

  test('a request that names nobody is counted', async () => {
    const calls = Array.from({ length: 101 }, () => authenticator.chargeAnonymous(exchangeFrom()))
    const refused = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(1)
  })
})

describe('with a valid key', () => {
  test('no request uses up the bucket of the address', async () => {
    const { secret } = await keyWith(database)
    for (let i = 0; i < 3; i++)
      expect(await presentMany(100, () => secret)).toMatchObject({ in: 100 })
    expect(await presentMany(101, unknownKey)).toMatchObject({ invalid_api_key: 100 })
  })

  test('300 first requests at once pass, each read afresh', async () => {
    const { secret } = await keyWith(database)
    const { statements: read, ...tally } = await presentMany(300, () => secret)
    expect(tally).toEqual({ in: 300 })
    expect(read).toBeGreaterThanOrEqual(300)
    expect(await presentMany(101, unknownKey)).toMatchObject({ invalid_api_key: 100 })
  })

  test('a failing database costs the address nothing', async () => {
    const { secret } = await keyWith(database)
    statements.mockImplementation(() => Promise.reject(new Error('connection terminated')))
    const outcomes = await presentMany(150, () => secret)
    statements.mockReset()
    expect(outcomes).not.toHaveProperty('in')
    expect(await present(secret)).toBe('in')
  })
})

describe('among neighbours that guess', () => {
  test('a key that was never seen before passes, as often as it comes', async () => {
    await presentMany(150, unknownKey)
    const { secret } = await keyWith(database)
    expect(await presentMany(20, () => secret)).toMatchObject({ in: 20 })
  })

  test('every good key passes while a thousand guesses are under way', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => keyWith(database)))
    const guesses = presentMany(1_000, unknownKey)
    const good = await Promise.all(keys.map(({ secret }) => present(secret)))
    expect(new Set(good)).toEqual(new Set(['in']))
    expect(await guesses).toMatchObject({ invalid_api_key: 100, rate_limit_exceeded: 900 })
  })

  test('so do an access token and a session', async () => {
    await presentMany(150, unknownKey)
    const userId = await clientWith(database, [])
    const token = await tokenOf(database, userId)
    const person = await authenticator.identifyPerson(exchangeFrom(), `Bearer ${token}`)
    expect(person).toMatchObject({ userId })
    const session = await authenticator.identifySession(exchangeFrom(), await sessionOf(userId))
    expect(session).toMatchObject({ userId })
  })

  test('a key that has ended is refused without being read', async () => {
    const { id, secret } = await keyWith(database)
    await revokeKey(database.prisma, OPERATOR, { keyId: id })
    await presentMany(150, unknownKey)
    const tally = await presentMany(200, () => secret)
    expect(tally).toMatchObject({ rate_limit_exceeded: 200 })
    expect(tally.statements).toBeLessThanOrEqual(2)
  })

  test('a key is refused by the request that starts after its revocation', async () => {
    const { id, secret } = await keyWith(database)
    await presentMany(150, unknownKey)
    const before = presentMany(50, () => secret)
    await revokeKey(database.prisma, OPERATOR, { keyId: id })
    expect(await presentMany(50, () => secret)).not.toHaveProperty('in')
    await before
  })
})

test('what is no refusal of a credential costs the address nothing', async () => {
  const { id, secret } = await keyWith(database)
  await database.pool.query('ALTER TABLE api_keys DROP CONSTRAINT api_keys_have_registry')
  await database.pool.query("UPDATE api_keys SET scopes = '{}' WHERE id = $1", [id])
  const thrown = await authenticator
    .identifyPartner(exchangeFrom(), `Bearer ${secret}`, null)
    .catch((error) => error)
  expect(thrown).toBeInstanceOf(StoredDataError)
  expect(thrown.message).toContain(id)
  await presentMany(150, () => secret)
  expect(await presentMany(101, unknownKey)).toMatchObject({ invalid_api_key: 100 })
})

test('a revoked key counts against the address, also where it was good before', async () => {
  const { id, secret } = await keyWith(database)
  expect(await present(secret)).toBe('in')
  await revokeKey(database.prisma, OPERATOR, { keyId: id })
  const tally = await presentMany(120, () => secret)
  expect(tally).toMatchObject({ revoked_api_key: 100, rate_limit_exceeded: 20 })
})

test('a key is refused by the request that starts after its revocation', async () => {
  const { id, secret } = await keyWith(database)
  await presentMany(5, () => secret)
  await revokeKey(database.prisma, OPERATOR, { keyId: id })
  expect(await present(secret)).toBe('revoked_api_key')
})

describe('the bucket of an address', () => {
  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['192.0.2.1', '192.0.2.2', false],
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
    ['not an address', '', true],
  ])('%s and %s share it: %s', async (one, other, shared) => {
    await presentMany(100, () => 'nonsense', one)
    expect(await present('nonsense', other)).toBe(
      shared ? 'rate_limit_exceeded' : 'invalid_api_key',
    )
  })
})

describe('the form of the header', () => {
  test.each([
    [undefined, 'missing_api_key'],
    ['', 'missing_api_key'],
    ['   ', 'missing_api_key'],
    ['Bearer', 'invalid_api_key'],
    ['Bearer ', 'invalid_api_key'],
    ['Basic dXNlcjpwYXNz', 'invalid_api_key'],
    ['Bearer a b', 'invalid_api_key'],
    [`Bearer ${'x'.repeat(100_000)}`, 'invalid_api_key'],
    ['Bearer \u00e9', 'invalid_api_key'],
  ])('%.30j is %s', async (header, code) => {
    await expect(authenticator.identifyPartner(exchangeFrom(), header, null)).rejects.toMatchObject(
      { code },
    )
  })

  test('the scheme is taken in any case', async () => {
    const { secret } = await keyWith(database)
    const { partner } = await authenticator.identifyPartner(
      exchangeFrom(),
      `bearer  ${secret} `,
      null,
    )
    expect(partner.kind).toBe('partner')
  })
})
