import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../../src/modules/grants/grant.writes.ts'
import { returnGrant, revokeGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { CONFLICT, eventsOf, grantOf, keyOf, later, NOW, outcomes } from '../fixtures.ts'

const { prisma } = testDatabase()
const grantsOf = (keyId: string) =>
  prisma.grant.findMany({ where: { keyId }, orderBy: { id: 'asc' } })

async function createGrants(keyId: string, count: number): Promise<void> {
  await prisma.$executeRaw`INSERT INTO users (id, name, email)
    SELECT 'user_' || ${keyId} || i, 'Ada Hale', lower(${keyId}) || i || '@example.com' FROM generate_series(1, ${count}::int) i`
  await prisma.$executeRaw`INSERT INTO portfolios (client_id, environment, currency)
    SELECT 'user_' || ${keyId} || i, 'production', 'USD' FROM generate_series(1, ${count}::int) i`
  await prisma.$executeRaw`INSERT INTO grants (id, key_id, client_id, environment, scopes, filter_type)
    SELECT 'grant_' || ${keyId} || '_' || i, ${keyId}, 'user_' || ${keyId} || i, 'production', '{registry}', 'all'
      FROM generate_series(1, ${count}::int) i`
}

test('revoking a key revokes its active grants, and the history names the cause', async () => {
  const { id: keyId, firmId } = await keyOf(prisma)
  const one = await grantOf(prisma, { keyId })
  const two = await grantOf(prisma, { keyId, expiresAt: later(6000) })
  const other = await grantOf(prisma)
  await revokeKey(operator(prisma, later(5)), { keyId })
  for (const grant of await grantsOf(keyId))
    expect(grant).toMatchObject({ state: 'revoked', revokedBy: 'key', revokedAt: later(5) })
  for (const { id, clientId } of [one, two]) {
    const details = { key_id: keyId, cause: 'key.revoked' }
    expect(await eventsOf(prisma, id)).toMatchObject([
      { action: 'grant.created' },
      { action: 'grant.revoked', actor: 'operator', firmId, clientId, details },
    ])
  }
  expect(await prisma.grant.findFirst({ where: { id: other.id } })).toEqual(other)
  await revokeKey(operator(prisma, later(9)), { keyId })
  expect(await eventsOf(prisma, one.id)).toHaveLength(2)
})

test('revoking a key does not change grants that had already ended', async () => {
  const { id: keyId } = await keyOf(prisma)
  const expired = await grantOf(prisma, { keyId, expiresAt: later(1) })
  const revoked = await grantOf(prisma, { keyId })
  await revokeGrant(operator(prisma, later(2)), { grantId: revoked.id })
  await revokeKey(operator(prisma, later(5)), { keyId })
  expect(await grantsOf(keyId)).toMatchObject([
    { id: expired.id, state: 'expired', revokedAt: null },
    { id: revoked.id, state: 'revoked', revokedAt: later(2), revokedBy: 'operator' },
  ])
  const change = { grantId: expired.id, expiresAt: null }
  await expect(updateGrant(operator(prisma, later(6)), change)).rejects.toMatchObject(CONFLICT)
})

test('revoking a key takes effect despite grants that are created and changed concurrently', async () => {
  const { id: keyId } = await keyOf(prisma)
  const { id: grantId } = await grantOf(prisma, { keyId })
  const late = await grantOf(prisma, { keyId, expiresAt: later(1) })
  const calls = [1, 2, 3].flatMap((step): Promise<unknown>[] => [
    grantOf(prisma, { keyId }),
    updateGrant(operator(prisma, later(2)), { grantId, expiresAt: later(1000 * step) }),
    updateGrant(operator(prisma, later(2)), { grantId: late.id, expiresAt: null }),
    ...(step === 2 ? [revokeKey(operator(prisma, later(2)), { keyId })] : []),
  ])
  const { codes } = outcomes(await Promise.allSettled(calls))
  expect(new Set(codes)).toEqual(new Set(codes.length > 0 ? ['state_conflict'] : []))
  const states = (await grantsOf(keyId)).map(({ state }) => state)
  expect(states).not.toContain('active')
})

// A firm can have twenty thousand of them, and a transaction has ten seconds.
test('revoking a key takes as many statements for a thousand grants as for one', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const statementsFor = async (count: number) => {
    const { id: keyId } = await keyOf(prisma)
    await createGrants(keyId, count)
    query.mockClear()
    await revokeKey(operator(prisma, later(5)), { keyId })
    const statements = query.mock.calls.length
    expect(await prisma.grant.count({ where: { keyId, state: 'active' } })).toBe(0)
    const where = { action: 'grant.revoked', subject: { startsWith: `grant_${keyId}_` } }
    expect(await prisma.auditEvent.count({ where })).toBe(count)
    return statements
  }
  const one = await statementsFor(1)
  expect(await statementsFor(1_000)).toBe(one)
  query.mockRestore()
})

test('revoking a grant is final and idempotent, with one event', async () => {
  const made = await grantOf(prisma)
  const revoked = await revokeGrant(operator(prisma, later(1)), { grantId: made.id })
  expect(revoked).toEqual({ ...made, state: 'revoked', revokedAt: later(1), revokedBy: 'operator' })
  expect(await revokeGrant(operator(prisma, later(2)), { grantId: made.id })).toEqual(revoked)
  expect(await eventsOf(prisma, made.id)).toMatchObject([
    { action: 'grant.created' },
    { action: 'grant.revoked', clientId: made.clientId, details: { key_id: made.keyId } },
  ])
})

test('revoking a grant ends an expired one as well', async () => {
  const { id: grantId } = await grantOf(prisma, { expiresAt: later(1) })
  await revokeGrant(operator(prisma, later(2)), { grantId })
  const extended = updateGrant(operator(prisma, later(500)), { grantId, expiresAt: null })
  await expect(extended).rejects.toMatchObject(CONFLICT)
})

test('revoking a grant takes effect despite concurrent changes', async () => {
  const { id: grantId } = await grantOf(prisma)
  const calls = [1, 2, 3].flatMap((step): Promise<unknown>[] => [
    updateGrant(operator(prisma, later(500)), { grantId, expiresAt: later(1000 * step) }),
    revokeGrant(operator(prisma, NOW), { grantId }),
  ])
  const { codes } = outcomes(await Promise.allSettled(calls))
  expect(codes.every((code) => code === 'state_conflict')).toBe(true)
  expect(await prisma.grant.findFirstOrThrow({ where: { id: grantId } })).toMatchObject({
    state: 'revoked',
  })
  const actions = (await eventsOf(prisma, grantId)).map((event) => event.action)
  expect(actions.filter((action) => action === 'grant.revoked')).toHaveLength(1)
  expect(actions.at(-1)).toBe('grant.revoked')
})

test('returning a grant is recorded as an action of the firm, final and idempotent', async () => {
  const { id: grantId, keyId, clientId } = await grantOf(prisma)
  const returned = await returnGrant(operator(prisma, later(1)), { grantId })
  expect(returned).toMatchObject({ state: 'revoked', revokedBy: 'firm', revokedAt: later(1) })
  expect(await returnGrant(operator(prisma, later(2)), { grantId })).toEqual(returned)
  expect(await revokeGrant(operator(prisma, later(2)), { grantId })).toEqual(returned)
  expect(await eventsOf(prisma, grantId)).toMatchObject([
    { action: 'grant.created' },
    { action: 'grant.returned', clientId, details: { key_id: keyId } },
  ])
})

test('the database allows revoked_by only for a revoked grant', async () => {
  const { id } = await grantOf(prisma)
  const wrong = prisma.grant.updateMany({ where: { id }, data: { revokedBy: 'firm' } })
  await expect(wrong).rejects.toThrow()
})
