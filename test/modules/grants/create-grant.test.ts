import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { createGrant, updateGrant } from '../../../src/modules/grants/grant.writes.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { createStaff } from '../../../src/modules/people/person.writes.ts'
import { testDatabase } from '../../support/database.ts'
import {
  CONFLICT,
  clientOf,
  grantOf,
  keyOf,
  later,
  NOT_FOUND,
  NOW,
  outcomes,
  someone,
} from '../fixtures.ts'
import { assetOf, collectionOf } from './possessions.ts'

const database = testDatabase()
const { prisma } = database
const TERMS = { scopes: ['valuation'], filter: { type: 'all' } } as const

test('createGrant creates an active grant of version 1, and an event', async () => {
  const key = await keyOf(prisma, { environment: 'sandbox' })
  const clientId = await clientOf(prisma, 'sandbox')
  const input = {
    keyId: key.id,
    clientId,
    scopes: ['estate', 'valuation'],
    filter: { type: 'category', categories: ['watches', 'art'] },
    expiresAt: later(1000),
  } as const
  const grant = await createGrant(operator(prisma, NOW), input)
  const terms = { scopes: ['registry', 'valuation', 'estate'], filterType: 'category' }
  expect(grant).toMatchObject({
    ...{ keyId: key.id, clientId, environment: 'sandbox', state: 'active', version: 1 },
    ...{ ...terms, filterValues: ['art', 'watches'], createdAt: NOW, expiresAt: later(1000) },
    ...{ expiryChangedAt: null, revokedAt: null, revokedBy: null, confirmedAt: null },
  })
  expect(await prisma.grant.findFirst({ where: { id: grant.id } })).toEqual(grant)
  expect(await prisma.auditEvent.findMany({ where: { subject: grant.id } })).toMatchObject([
    {
      action: 'grant.created',
      firmId: key.firmId,
      clientId,
      details: {
        key_id: key.id,
        scopes: ['registry', 'valuation', 'estate'],
        asset_filter: 'category',
        filter_values: ['art', 'watches'],
        expires_at: later(1000).toISOString(),
      },
    },
  ])
})

test('createGrant accepts assets and a collection of the client, and an empty list', async () => {
  const clientId = await clientOf(prisma)
  const registryIds = [await assetOf(database, clientId), await assetOf(database, clientId)]
  const items = await grantOf(prisma, { clientId, filter: { type: 'items', registryIds } })
  expect(items).toMatchObject({ filterType: 'items', filterValues: [...registryIds].sort() })
  const collectionId = await collectionOf(prisma, clientId)
  const one = await grantOf(prisma, { clientId, filter: { type: 'collection', collectionId } })
  expect(one).toMatchObject({ filterType: 'collection', filterValues: [collectionId] })
  const none = await grantOf(prisma, { clientId, filter: { type: 'items', registryIds: [] } })
  expect(none).toMatchObject({ filterType: 'items', filterValues: [] })
})

test('createGrant rejects a key for a client of the other environment, as does the database', async () => {
  for (const [ofKey, ofClient] of [
    ['sandbox', 'production'],
    ['production', 'sandbox'],
  ] as const) {
    const { id: keyId } = await keyOf(prisma, { environment: ofKey })
    const clientId = await clientOf(prisma, ofClient)
    const created = createGrant(operator(prisma), { ...TERMS, keyId, clientId })
    await expect(created).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining(`a ${ofClient} client`),
    })
    for (const environment of [ofKey, ofClient]) {
      const row = { id: `grant_${ulid()}`, keyId, clientId, environment }
      const data = { ...row, scopes: ['registry'] as ['registry'], filterType: 'all' as const }
      await expect(prisma.grant.createMany({ data })).rejects.toThrow()
    }
  }
})

test('createGrant rejects a user without a portfolio as the client', async () => {
  const { id } = await createStaff(operator(prisma), someone())
  await expect(grantOf(prisma, { clientId: id })).rejects.toMatchObject(NOT_FOUND)
})

test('createGrant rejects a key that has been revoked or has expired', async () => {
  const { id: revoked } = await keyOf(prisma)
  await revokeKey(operator(prisma, NOW), { keyId: revoked })
  await expect(grantOf(prisma, { keyId: revoked })).rejects.toMatchObject(CONFLICT)
  const { id: expired } = await keyOf(prisma, { expiresAt: later(1) })
  const input = { ...TERMS, keyId: expired, clientId: await clientOf(prisma) }
  await expect(createGrant(operator(prisma, later(1)), input)).rejects.toMatchObject(CONFLICT)
})

test('a second active grant of a key and a client is rejected; another key or client may have one', async () => {
  const { keyId, clientId } = await grantOf(prisma)
  await expect(grantOf(prisma, { keyId, clientId })).rejects.toMatchObject(CONFLICT)
  expect(await grantOf(prisma, { keyId })).toMatchObject({ state: 'active' })
  expect(await grantOf(prisma, { clientId })).toMatchObject({ state: 'active' })
})

test('an expired grant of a key and a client can be replaced, and is then stored as expired', async () => {
  const { id, keyId, clientId } = await grantOf(prisma, { expiresAt: later(1000) })
  const again = (now: Date) => createGrant(operator(prisma, now), { ...TERMS, keyId, clientId })
  await expect(again(later(999))).rejects.toMatchObject(CONFLICT)
  expect(await prisma.grant.findFirst({ where: { id } })).toMatchObject({ state: 'active' })
  expect(await again(later(1000))).toMatchObject({ state: 'active' })
  expect(await prisma.grant.findFirst({ where: { id } })).toMatchObject({ state: 'expired' })
})

test('of several concurrent requests for a grant of a key and a client one succeeds', async () => {
  const { id: keyId } = await keyOf(prisma)
  const clientId = await clientOf(prisma)
  const calls = Array.from({ length: 6 }, () => grantOf(prisma, { keyId, clientId }))
  const { done, codes } = outcomes(await Promise.allSettled(calls))
  expect({ done, codes: new Set(codes) }).toEqual({ done: 1, codes: new Set(['state_conflict']) })
  const events = { action: 'grant.created', clientId }
  expect(await prisma.auditEvent.count({ where: events })).toBe(1)
})

test('a key and a client have one active grant if an expired one is extended at the same time', async () => {
  const { id: grantId, keyId, clientId } = await grantOf(prisma, { expiresAt: later(1) })
  const now = later(2)
  const calls = [1, 2, 3].flatMap((): Promise<unknown>[] => [
    createGrant(operator(prisma, now), { ...TERMS, keyId, clientId }),
    updateGrant(operator(prisma, now), { grantId, expiresAt: null }),
  ])
  const { codes } = outcomes(await Promise.allSettled(calls))
  expect(codes.every((code) => code === 'state_conflict')).toBe(true)
  expect(await prisma.grant.count({ where: { keyId, clientId, state: 'active' } })).toBe(1)
})
