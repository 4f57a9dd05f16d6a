import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { updateFirm } from '../../../src/modules/firms/firm.writes.ts'
import { createClient } from '../../../src/modules/people/person.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import { sessionOf } from '../../support/session.ts'
import { codeOf, dataOf, memberOf, newIdempotencyKey, portalGateway, someone } from './fixtures.ts'

const { gateway, database, prisma, fixtures } = portalGateway()

// Each test has an admin, and so a limit, of its own.
async function newAdmin() {
  const { id } = await memberOf(database, fixtures.firmId, 'admin')
  return sessionOf(database, id)
}

const CREATE = `mutation ($input: NewApiKey!) { createApiKey(input: $input) {
  secret key { id name environment scopes tier requestsPerMinute state allowedIps createdBy
    expiresAt revokedAt lastUsedAt clientCount secrets { reference expiresAt } firm { name } } } }`

function newKey(input: object = {}) {
  const { firmId } = fixtures
  const key = { firmId, name: 'Ledger', environment: 'sandbox', scopes: ['estate'] }
  return { input: { ...key, idempotencyKey: newIdempotencyKey(), ...input } }
}

test('creating a key returns its secret once, and the secret works', async () => {
  const input = { allowedIps: ['127.0.0.1'], expiresAt: '2099-01-01' }
  const { createApiKey } = await dataOf(gateway, fixtures.bearer.admin, CREATE, newKey(input))
  const { key, secret } = createApiKey
  expect(key).toMatchObject({
    ...{ name: 'Ledger', environment: 'sandbox', scopes: ['registry', 'estate'] },
    ...{ tier: 'sandbox', requestsPerMinute: 100, state: 'active' },
    ...{ allowedIps: ['127.0.0.1/32'], expiresAt: '2099-01-01T00:00:00.000Z' },
    ...{ createdBy: 'Mia Stone', firm: { name: 'Hale Estates' } },
    clientCount: 1, // The sandbox client.
  })
  expect(key.secrets).toEqual([{ reference: secret.slice(8, 16), expiresAt: null }])
  const { viewer } = await dataOf(gateway, secret, '{ viewer { id } }')
  expect(viewer.id).toBe(key.id)
  const text = `{ apiKey(id: "${key.id}") { secrets { reference } } }`
  const again = await gateway.graphql(text, { key: fixtures.bearer.admin })
  expect(again.text).not.toContain(secret)
  expect(gateway.log.join('')).not.toContain(secret.slice(17))
})

test('creating a key is not cached, and says what is wrong with the input', async () => {
  const send = async (input: object) =>
    gateway.graphql(CREATE, { key: await newAdmin(), variables: newKey(input) })
  expect((await send({})).headers.get('Cache-Control')).toBe('no-store')
  for (const wrong of [
    { expiresAt: 'soon' },
    ...['short', 'abc def ghi', 'x'.repeat(65)].map((idempotencyKey) => ({ idempotencyKey })),
  ])
    expect.soft(codeOf(await send(wrong)), JSON.stringify(wrong)).toBe('invalid_parameter')
})

test('keys are managed by admins, those of the sandbox by developers too, with the active plan; otherwise the reason is shown', async () => {
  const ask = `{ firm(id: "${fixtures.firmId}") {
    keyManagement sandbox: keyManagement(environment: sandbox) } }`
  const whyOf = async (key: string) => Object.values((await dataOf(gateway, key, ask)).firm)
  const { admin, developer, member, staff } = fixtures.bearer
  for (const key of [member, staff]) expect(await whyOf(key)).toEqual(['not_admin', 'not_admin'])
  expect(await whyOf(developer)).toEqual(['not_admin', 'allowed'])
  expect(await whyOf(admin)).toEqual(['allowed', 'allowed'])
  for (const [plan, planState, why] of [
    ['enterprise', 'past_due', 'plan_lapsed'],
    ['enterprise', 'canceled', 'plan_lapsed'],
    ['standard', 'active', 'plan_missing'],
  ] as const) {
    await updateFirm(operator(prisma), { firmId: fixtures.firmId, plan, planState })
    expect(await whyOf(admin)).toEqual([why, why])
    expect(await whyOf(developer)).toEqual(['not_admin', why])
  }
})

const CREATE_TOKEN =
  'mutation ($input: NewAccessToken!) { createAccessToken(input: $input) { secret token { id name reference expiresAt revokedAt } } }'

test('access tokens that are live are always listed, and limited to a hundred', async () => {
  const { id: userId } = await createClient(operator(prisma), someone('Una Wells'))
  const rows = Array.from({ length: 550 }, (_, index) => ({
    ...{ id: createId('token'), userId, name: 'CI', reference: String(index).padStart(8, '0') },
    hash: createHash('sha256').update(`${userId} ${index}`).digest(),
    revokedAt: index < 100 ? null : new Date(),
  }))
  await prisma.accessToken.createMany({ data: rows })
  const key = await sessionOf(database, userId)
  const variables = { input: { name: 'One more', idempotencyKey: newIdempotencyKey() } }
  expect(codeOf(await gateway.graphql(CREATE_TOKEN, { key, variables }))).toBe('state_conflict')
  const { json } = await gateway.graphql('{ accessTokens { id revokedAt } }', { key })
  const idsOf = (tokens: { id: string }[]) => tokens.slice(0, 100).map(({ id }) => id)
  expect(idsOf(json.data.accessTokens).sort()).toEqual(idsOf(rows).sort())
})
