import { expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { type GrantChange, updateGrant } from '../../../src/modules/grants/grant.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { clientOf, grantOf, later } from '../fixtures.ts'
import { assetOf } from './possessions.ts'

const database = testDatabase()
const { prisma } = database

function update(change: GrantChange, now = later(500)) {
  return updateGrant(prisma, OPERATOR, change, now)
}

function storedGrant(id: string) {
  return prisma.grant.findFirstOrThrow({ where: { id } })
}

function eventsOf(subject: string) {
  return prisma.auditEvent.findMany({ where: { subject }, orderBy: { id: 'asc' } })
}

test('updateGrant changes only the given members, records them, and raises the version each time', async () => {
  const made = await grantOf(prisma, { expiresAt: later(1000) })
  const { id: grantId, clientId, keyId } = made
  const scopes = ['registry', 'estate']
  const scoped = await update({ grantId, scopes: ['estate'] })
  expect(scoped).toEqual({ ...made, scopes, version: 2, updatedAt: expect.any(Date) })
  const filtered = await update({ grantId, filter: { type: 'category', categories: ['wine'] } })
  const { updatedAt } = filtered
  const ofWine = { filterType: 'category', filterValues: ['wine'] }
  expect(filtered).toEqual({ ...scoped, ...ofWine, version: 3, updatedAt })
  await update({ grantId, filter: { type: 'category', categories: ['wine', 'art'] } })
  const before = await storedGrant(grantId)
  const endless = await update({ grantId, expiresAt: null })
  // What it shows is the same, so mirrors go on with deltas: its time of change stays.
  const ended = { expiresAt: null, expiryChangedAt: expect.any(Date) }
  expect(endless).toEqual({ ...before, ...ended, version: 5 })
  const times = [made, scoped, filtered, endless].map((each) => each.updatedAt.getTime())
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
  expect(await storedGrant(grantId)).toEqual(endless)
  const [, ...events] = await eventsOf(grantId)
  for (const event of events) expect(event).toMatchObject({ action: 'grant.updated', clientId })
  const version = (from: number) => ({ key_id: keyId, version: { before: from, after: from + 1 } })
  expect(events.map(({ details }) => details)).toEqual([
    { ...version(1), scopes: { before: ['registry', 'valuation'], after: scopes } },
    {
      ...version(2),
      asset_filter: { before: 'all', after: 'category' },
      filter_values: { before: [], after: ['wine'] },
    },
    {
      ...version(3),
      asset_filter: 'category',
      filter_values: { before: ['wine'], after: ['art', 'wine'] },
    },
    { ...version(4), expires_at: { before: later(1000).toISOString(), after: null } },
  ])
})

test('updateGrant without a change, creates no new version', async () => {
  const filter = { type: 'category', categories: ['wine', 'art'] } as const
  const made = await grantOf(prisma, { filter, expiresAt: later(1000) })
  const same = await update({
    grantId: made.id,
    scopes: ['valuation', 'registry', 'valuation'],
    filter: { type: 'category', categories: ['art', 'wine'] },
    expiresAt: later(1000),
  })
  expect(same).toEqual(made)
  expect(await update({ grantId: made.id })).toEqual(made)
  expect(await eventsOf(made.id)).toHaveLength(1)
})

test('updateGrant rejects invalid input and changes nothing', async () => {
  const made = await grantOf(prisma)
  const elsewhere = await assetOf(database, await clientOf(prisma))
  const bad: Omit<GrantChange, 'grantId'>[] = [
    { scopes: [] },
    { scopes: ['REGISTRY'] },
    { expiresAt: later(500) },
    { expiresAt: new Date(Number.NaN) },
    { filter: { type: 'items', registryIds: [elsewhere] } },
    { filter: { type: 'collection', collectionId: 'collection_01ARZ3NDEKTSV4RRFFQ69G5FAV' } },
  ]
  for (const change of bad)
    await expect(update({ ...change, grantId: made.id })).rejects.toMatchObject({
      code: 'invalid_parameter',
    })
  expect(await storedGrant(made.id)).toEqual(made)
})

test('updateGrant reactivates an expired grant with a new expiry, and rejects other changes', async () => {
  const { id: grantId } = await grantOf(prisma, { expiresAt: later(1000) })
  const now = later(1000)
  for (const change of [{ scopes: ['estate'] }, { filter: { type: 'all' } as const }, {}])
    await expect(update({ ...change, grantId }, now)).rejects.toMatchObject({
      code: 'state_conflict',
    })
  const back = await update({ grantId, expiresAt: later(2000), scopes: ['estate'] }, now)
  expect(back).toMatchObject({ state: 'active', version: 2, scopes: ['registry', 'estate'] })
})

test('updateGrant does not reactivate an expired grant that a newer one has replaced', async () => {
  const { id: grantId, keyId, clientId } = await grantOf(prisma, { expiresAt: later(1) })
  await prisma.grant.updateMany({ where: { id: grantId }, data: { state: 'expired' } })
  await grantOf(prisma, { keyId, clientId })
  await expect(update({ grantId, expiresAt: null }, later(2))).rejects.toMatchObject({
    code: 'state_conflict',
  })
  expect(await storedGrant(grantId)).toMatchObject({ state: 'expired', version: 1 })
})

test('updateGrant gives each of several concurrent changes its own version', async () => {
  const { id: grantId } = await grantOf(prisma)
  const changes = [1, 2, 3, 4, 5].map((step) => update({ grantId, expiresAt: later(1000 * step) }))
  const versions = (await Promise.all(changes)).map((grant) => grant.version)
  expect(versions.sort()).toEqual([2, 3, 4, 5, 6])
})
