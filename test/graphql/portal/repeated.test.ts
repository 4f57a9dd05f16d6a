import { expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { removeMember } from '../../../src/modules/firms/member.writes.ts'
import { sessionOf } from '../../support/session.ts'
import {
  codeOf,
  createFixtures,
  dataOf,
  memberOf,
  newIdempotencyKey,
  portalGateway,
} from './fixtures.ts'

const { gateway, database, prisma, fixtures: of } = portalGateway()

const create = (firmId: string, key: string, name = 'New') =>
  `mutation { createApiKey(input: { firmId: "${firmId}", name: "${name}", environment: sandbox,
     scopes: [estate], idempotencyKey: "${key}" }) { secret key { id name } } }`
const roll = (keyId: string, key: string) =>
  `mutation { rollApiKey(input: { keyId: "${keyId}", overlap: none, idempotencyKey: "${key}" }) {
     secret key { id } } }`
const createAccessToken = (key: string) =>
  `mutation { createAccessToken(input: { name: "CI", idempotencyKey: "${key}" }) { secret token { id } } }`

test('a repeated request that asks for something else is an error, and does nothing', async () => {
  const session = await sessionOf(database, (await memberOf(database, of.firmId, 'admin')).id)
  const [key, rolled, token] = [newIdempotencyKey(), newIdempotencyKey(), newIdempotencyKey()]
  await dataOf(gateway, session, create(of.firmId, key))
  await dataOf(gateway, session, roll(of.keyId, rolled))
  await dataOf(gateway, session, createAccessToken(token))
  const keyMade = create(of.firmId, key)
  for (const document of [
    create(of.firmId, key, 'Other'),
    keyMade.replace('environment: sandbox', 'environment: production'),
    keyMade.replace('[estate]', '[estate, detail]'),
    keyMade.replace('[estate]', '[estate], expiresAt: "2099-01-01T00:00:00Z"'),
    keyMade.replace('[estate]', '[estate], allowedIps: ["192.0.2.1"]'),
    roll(of.keyId, rolled).replace('none', 'one_day'),
    createAccessToken(token).replace('CI', 'Other'),
    createAccessToken(token).replace('"CI"', '"CI", scopes: [portfolio_read]'),
  ]) {
    const reply = await gateway.graphql(document, { key: session })
    expect(codeOf(reply), document).toBe('state_conflict')
    expect(reply.text).not.toContain('secret')
  }
  expect(await prisma.apiKey.count({ where: { name: 'Other' } })).toBe(0)
})

test('a repeated request with a member that is null is the same request, and of a release that stored no digest is compared by action and record', async () => {
  const document = create(of.firmId, newIdempotencyKey())
  const { createApiKey: made } = await dataOf(gateway, of.bearer.admin, document)
  const withNulls = document.replace('[estate]', '[estate], expiresAt: null, allowedIps: null')
  const { createApiKey: same } = await dataOf(gateway, of.bearer.admin, withNulls)
  expect(same).toEqual({ ...made, secret: null })
  const where = { subject: made.key.id }
  await prisma.idempotencyKey.updateMany({ where, data: { digest: null } })
  const { createApiKey: again } = await dataOf(gateway, of.bearer.admin, document)
  expect(again).toEqual({ ...made, secret: null })
})

test('a repeated request finds a key although none could be created any more', async () => {
  const other = await createFixtures(database)
  const document = create(other.firmId, newIdempotencyKey())
  const { createApiKey: made } = await dataOf(gateway, other.bearer.admin, document)
  await prisma.firm.updateMany({ where: { id: other.firmId }, data: { planState: 'past_due' } })
  const { createApiKey: again } = await dataOf(gateway, other.bearer.admin, document)
  expect(again).toEqual({ ...made, secret: null })
})

test('a repeated request with the key of another action, record or firm is rejected, and reveals nothing', async () => {
  const admin = await memberOf(database, of.firmId, 'admin')
  const session = await sessionOf(database, admin.id)
  const other = await createFixtures(database)
  const data = { firmId: other.firmId, userId: admin.id, role: 'admin' } as const
  await prisma.member.createMany({ data })
  const key = newIdempotencyKey()
  const { createApiKey } = await dataOf(gateway, session, create(of.firmId, key))
  const rolled = newIdempotencyKey()
  await dataOf(gateway, session, roll(createApiKey.key.id, rolled))
  for (const document of [
    roll(of.keyId, key),
    createAccessToken(key),
    create(other.firmId, key),
    roll(of.requestingKeyId, rolled),
  ]) {
    const reply = await gateway.graphql(document, { key: session })
    expect(codeOf(reply)).toBe('state_conflict')
    expect(reply.text).not.toContain(createApiKey.key.id)
  }
})

test('a repeated request of a person who is no longer a member gets nothing', async () => {
  const { id: userId } = await memberOf(database, of.firmId, 'admin')
  const document = create(of.firmId, newIdempotencyKey())
  await dataOf(gateway, await sessionOf(database, userId), document)
  await removeMember(operator(prisma), { firmId: of.firmId, userId })
  const session = await sessionOf(database, userId)
  expect(codeOf(await gateway.graphql(document, { key: session }))).toBe('record_not_found')
})

test('a repeated request of another person makes another key', async () => {
  const key = newIdempotencyKey()
  const first = await dataOf(gateway, of.bearer.admin, create(of.firmId, key))
  const { id: userId } = await memberOf(database, of.firmId, 'admin')
  const session = await sessionOf(database, userId)
  const second = await dataOf(gateway, session, create(of.firmId, key))
  expect(second.createApiKey.key.id).not.toBe(first.createApiKey.key.id)
  expect(second.createApiKey.secret).toMatch(/^sk_test_/)
})
