import { beforeAll, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { updateFirm } from '../../../src/modules/firms/firm.writes.ts'
import { testGateway } from '../../support/gateway.ts'
import { sessionOf } from '../../support/session.ts'
import {
  codeOf,
  createFixtures,
  dataOf,
  type Fixtures,
  memberOf,
  newIdempotencyKey,
} from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
let fixtures: Fixtures
let admin = ''

// Each test has an admin, and so a limit, of its own.
async function newAdmin() {
  const { id } = await memberOf(database, fixtures.firmId, 'admin')
  return sessionOf(database, id)
}

beforeAll(async () => {
  fixtures = await createFixtures(database)
  admin = fixtures.bearer.admin
})

const CREATE = `mutation ($input: NewApiKey!) { createApiKey(input: $input) {
  secret key { id name environment scopes tier requestsPerMinute state allowedIps createdBy
    expiresAt revokedAt lastUsedAt clientCount secrets { reference expiresAt } firm { name } } } }`
const UPDATE = `mutation ($input: ApiKeyChange!) { updateApiKey(input: $input) { name allowedIps } }`
const ROLL = `mutation ($input: ApiKeyRoll!) { rollApiKey(input: $input) {
  secret key { secrets { reference expiresAt } } } }`

function newKey(input: object = {}) {
  const key = {
    firmId: fixtures.firmId,
    name: 'Ledger',
    environment: 'sandbox',
    scopes: ['estate'],
  }
  return { input: { ...key, idempotencyKey: newIdempotencyKey(), ...input } }
}

async function send(query: string, variables: Record<string, unknown>, key = admin) {
  return gateway.graphql(query, { key, variables })
}

describe('creating a key', () => {
  test('returns its secret once, and the secret works', async () => {
    const input = { allowedIps: ['127.0.0.1'], expiresAt: '2099-01-01' }
    const { createApiKey } = await dataOf(gateway, admin, CREATE, newKey(input))
    const { key, secret } = createApiKey
    expect(key).toMatchObject({
      name: 'Ledger',
      environment: 'sandbox',
      scopes: ['registry', 'estate'],
      tier: 'sandbox',
      requestsPerMinute: 100,
      state: 'active',
      allowedIps: ['127.0.0.1/32'],
      createdBy: 'Mia Stone',
      expiresAt: '2099-01-01T00:00:00.000Z',
      clientCount: 1, // The sandbox client.
      firm: { name: 'Hale Estates' },
    })
    expect(key.secrets).toEqual([{ reference: secret.slice(8, 16), expiresAt: null }])
    const { viewer } = await dataOf(gateway, secret, '{ viewer { id } }')
    expect(viewer.id).toBe(key.id)
    const again = await dataOf(
      gateway,
      admin,
      `{ apiKey(id: "${key.id}") { name secrets { reference } } }`,
    )
    expect(JSON.stringify(again)).not.toContain(secret)
    expect(gateway.log.join('')).not.toContain(secret.slice(17))
  })

  test('has a response that is not cached', async () => {
    const { headers } = await send(CREATE, newKey(), await newAdmin())
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  test('is recorded with actor and request', async () => {
    const headers = { 'X-Request-Id': 'made-here' }
    const key = await newAdmin()
    const { json } = await gateway.graphql(CREATE, { key, variables: newKey(), headers })
    const event = await database.prisma.auditEvent.findFirst({
      where: { subject: json.data.createApiKey.key.id },
    })
    expect(event).toMatchObject({
      action: 'key.created',
      requestId: 'made-here',
      firmId: fixtures.firmId,
    })
    expect(event?.actor).toMatch(/^user_/)
  })

  test('twice with one idempotency key creates one key, also concurrently', async () => {
    const key = await newAdmin()
    const variables = newKey({ name: 'Only one' })
    const replies = await Promise.all([1, 2, 3].map(() => send(CREATE, variables, key)))
    const made = replies.map(({ json }) => json.data.createApiKey)
    // All but the first get what it made, without its secret.
    expect(new Set(made.map((each) => each.key.id)).size).toBe(1)
    expect(made.filter(({ secret }) => secret)).toHaveLength(1)
    expect(await database.prisma.apiKey.count({ where: { name: 'Only one' } })).toBe(1)
    // The name is the person's own: another's is another.
    expect(codeOf(await send(CREATE, variables, await newAdmin()))).toBeNull()
  })

  test('is limited to ten times a minute', async () => {
    const key = await newAdmin()
    const codes = []
    for (let i = 0; i < 12; i++) codes.push(codeOf(await send(CREATE, newKey({ name: '' }), key)))
    expect(codes.filter((code) => code === 'invalid_parameter')).toHaveLength(10)
    expect(codes.slice(10)).toEqual(['rate_limit_exceeded', 'rate_limit_exceeded'])
  })

  test.each([
    ['a name of spaces', { name: '  ' }],
    ['a name with a NUL', { name: 'a\0' }],
    ['a name with half a pair', { name: 'a\ud800' }],
    ['a name without end', { name: 'x'.repeat(100_000) }],
    ['no scopes', { scopes: [] }],
    ['an expiry that is past', { expiresAt: '2020-01-01' }],
    ['an invalid range', { allowedIps: ['300.1.1.1'] }],
    ['a range with bits outside its mask', { allowedIps: ['10.0.0.7/8'] }],
    ['too many ranges', { allowedIps: Array.from({ length: 101 }, (_, i) => `10.0.0.${i}`) }],
    ['a short idempotency key', { idempotencyKey: 'short' }],
    ['an idempotency key of other characters', { idempotencyKey: 'abc def ghi' }],
    ['a long idempotency key', { idempotencyKey: 'x'.repeat(65) }],
  ])('rejects %s', async (_name, input) => {
    const reply = await send(CREATE, newKey(input), await newAdmin())
    expect(codeOf(reply)).toBe('invalid_parameter')
    expect(reply.json.errors[0].message).toMatch(/takes|accepted|must be/)
  })

  test.each([
    ['scopes', ['everything']],
    ['environment', 'live'],
    ['expiresAt', 'soon'],
  ])('rejects an invalid %s', async (member, value) => {
    const reply = await send(CREATE, newKey({ [member]: value }), await newAdmin())
    expect(codeOf(reply)).toBe(member === 'expiresAt' ? 'invalid_parameter' : 'invalid_document')
  })
})

describe('changing a key', () => {
  test('sets name and ranges, and nothing that is left out', async () => {
    const named = await dataOf(gateway, admin, UPDATE, {
      input: { keyId: fixtures.keyId, name: 'Yearly', allowedIps: ['::1'] },
    })
    expect(named.updateApiKey).toEqual({ name: 'Yearly', allowedIps: ['::1/128'] })
    const freed = await dataOf(gateway, admin, UPDATE, {
      input: { keyId: fixtures.keyId, allowedIps: [], name: null },
    })
    expect(freed.updateApiKey).toEqual({ name: 'Yearly', allowedIps: [] })
  })

  test('of an ended key is rejected', async () => {
    const { createApiKey } = await dataOf(gateway, await newAdmin(), CREATE, newKey())
    const keyId = createApiKey.key.id
    const revoked = await dataOf(
      gateway,
      admin,
      `mutation { revokeApiKey(keyId: "${keyId}") { state revokedAt secrets { reference } } }`,
    )
    expect(revoked.revokeApiKey).toMatchObject({ state: 'revoked', secrets: [] })
    expect(codeOf(await send(UPDATE, { input: { keyId, name: 'x' } }))).toBe('state_conflict')
    const roll = { keyId, overlap: 'none', idempotencyKey: newIdempotencyKey() }
    expect(codeOf(await send(ROLL, { input: roll }))).toBe('state_conflict')
    const again = await dataOf(
      gateway,
      admin,
      `mutation { revokeApiKey(keyId: "${keyId}") { revokedAt } }`,
    )
    expect(again.revokeApiKey.revokedAt).toBe(revoked.revokeApiKey.revokedAt)
    const viewer = await gateway.graphql('{ viewer { id } }', { key: createApiKey.secret })
    expect(viewer.status).toBe(401)
  })
})

describe('rolling a key', () => {
  test('with an overlap leaves both secrets working', async () => {
    const key = await newAdmin()
    const { createApiKey: made } = await dataOf(gateway, key, CREATE, newKey())
    const input = { keyId: made.key.id, overlap: 'one_day', idempotencyKey: newIdempotencyKey() }
    const { rollApiKey } = await dataOf(gateway, key, ROLL, { input })
    expect(rollApiKey.key.secrets).toHaveLength(2)
    expect(rollApiKey.key.secrets[0]).toEqual({
      reference: rollApiKey.secret.slice(8, 16),
      expiresAt: null,
    })
    for (const secret of [made.secret, rollApiKey.secret])
      expect((await gateway.graphql('{ viewer { id } }', { key: secret })).status).toBe(200)
    // A double click would have ended the secret that was just shown.
    const again = await dataOf(gateway, key, ROLL, { input })
    expect(again.rollApiKey).toEqual({ ...rollApiKey, secret: null })
    expect((await gateway.graphql('{ viewer { id } }', { key: made.secret })).status).toBe(200)
  })
})

describe('without the active plan', () => {
  test.each([
    ['enterprise', 'past_due', 'plan_lapsed'],
    ['enterprise', 'canceled', 'plan_lapsed'],
    ['standard', 'active', 'plan_missing'],
  ] as const)('%s, %s: keys can be read and revoked, nothing else', async (plan, planState, why) => {
    const of = await createFixtures(database)
    const key = of.bearer.admin
    await updateFirm(database.prisma, OPERATOR, { firmId: of.firmId, plan, planState })
    const { firm } = await dataOf(
      gateway,
      key,
      `{ firm(id: "${of.firmId}") {
      plan planState keyManagement apiKeys { totalCount } } }`,
    )
    expect(firm).toEqual({ plan, planState, keyManagement: why, apiKeys: { totalCount: 2 } })
    const { keyId } = of
    const rejected = [
      await send(CREATE, newKey({ firmId: of.firmId }), key),
      await send(UPDATE, { input: { keyId, name: 'x' } }, key),
      await send(
        ROLL,
        { input: { keyId, overlap: 'none', idempotencyKey: newIdempotencyKey() } },
        key,
      ),
    ]
    expect(rejected.map(codeOf)).toEqual(Array(3).fill('enterprise_plan_required'))
    const revoked = await dataOf(
      gateway,
      key,
      `mutation { revokeApiKey(keyId: "${keyId}") { state } }`,
    )
    expect(revoked.revokeApiKey.state).toBe('revoked')
  })

  test('the reason is shown', async () => {
    const ask = `{ firm(id: "${fixtures.firmId}") { keyManagement } }`
    for (const role of ['member', 'staff'] as const)
      expect((await dataOf(gateway, fixtures.bearer[role], ask)).firm.keyManagement).toBe(
        'not_admin',
      )
    expect((await dataOf(gateway, admin, ask)).firm.keyManagement).toBe('allowed')
  })
})
