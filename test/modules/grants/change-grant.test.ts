import { expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { updateFirm } from '../../../src/modules/firms/firm.writes.ts'
import { type GrantChange, updateGrant } from '../../../src/modules/grants/grant.writes.ts'
import { testDatabase } from '../../support/database.ts'
import {
  CONFLICT,
  clientOf,
  eventsOf,
  grantOf,
  INVALID,
  keyOf,
  later,
  NOW,
  outcomes,
  startBehind,
} from '../fixtures.ts'
import { assetOf, collectionOf } from './possessions.ts'

const database = testDatabase()
const { prisma } = database

function update(change: GrantChange, now = later(500)) {
  return updateGrant(operator(prisma, now), change)
}

function storedGrant(id: string) {
  return prisma.grant.findFirstOrThrow({ where: { id } })
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
  // It shows the same, so mirrors go on with deltas: its time of change stays.
  const ended = { expiresAt: null, expiryChangedAt: expect.any(Date) }
  expect(endless).toEqual({ ...before, ...ended, version: 5 })
  const times = [made, scoped, filtered, endless].map((each) => each.updatedAt.getTime())
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
  expect(await storedGrant(grantId)).toEqual(endless)
  const [, ...events] = await eventsOf(prisma, grantId)
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
  expect(await eventsOf(prisma, made.id)).toHaveLength(1)
})

test('updateGrant rejects invalid input and changes nothing', async () => {
  const made = await grantOf(prisma)
  const other = await clientOf(prisma)
  const elsewhere = await assetOf(database, other)
  const bad: Omit<GrantChange, 'grantId'>[] = [
    { scopes: [] },
    { scopes: ['REGISTRY'] },
    { expiresAt: later(500) },
    { expiresAt: new Date(Number.NaN) },
    { filter: { type: 'items', registryIds: [elsewhere] } },
    { filter: { type: 'collection', collectionId: await collectionOf(prisma, other) } },
  ]
  for (const change of bad)
    await expect(update({ ...change, grantId: made.id })).rejects.toMatchObject(INVALID)
  expect(await storedGrant(made.id)).toEqual(made)
})

test('updateGrant reactivates an expired grant with a new expiry, and rejects other changes', async () => {
  const { id: grantId } = await grantOf(prisma, { expiresAt: later(1000) })
  const now = later(1000)
  for (const change of [{ scopes: ['estate'] }, { filter: { type: 'all' } as const }, {}])
    await expect(update({ ...change, grantId }, now)).rejects.toMatchObject(CONFLICT)
  const back = await update({ grantId, expiresAt: later(2000), scopes: ['estate'] }, now)
  expect(back).toMatchObject({ state: 'active', version: 2, scopes: ['registry', 'estate'] })
  // A clock that was ahead has ended it before its expiry, which is given again.
  await prisma.grant.updateMany({ where: { id: grantId }, data: { state: 'expired' } })
  await expect(update({ grantId, scopes: ['registry'] }, now)).rejects.toMatchObject(CONFLICT)
  expect(await update({ grantId, expiresAt: later(2000) }, now)).toMatchObject({ state: 'active' })
})

test('updateGrant gives each of several concurrent changes its own version', async () => {
  const { id: grantId } = await grantOf(prisma)
  const changes = [1, 2, 3, 4, 5].map((step) => update({ grantId, expiresAt: later(1000 * step) }))
  const versions = (await Promise.all(changes)).map((grant) => grant.version)
  expect(versions.sort()).toEqual([2, 3, 4, 5, 6])
})

const REQUIRED = { code: 'enterprise_plan_required' }
const CANCELED = { plan: 'enterprise', planState: 'canceled' } as const

const WIDER: readonly Omit<GrantChange, 'grantId'>[] = [
  { scopes: ['valuation', 'estate'] },
  { scopes: ['estate'] },
  { filter: { type: 'all' } },
  { filter: { type: 'category', categories: ['art'] } },
  { expiresAt: later(2000) },
  { expiresAt: null },
  { scopes: ['registry'], expiresAt: later(2000) },
]
const NARROWER: typeof WIDER = [
  {},
  { expiresAt: later(700) },
  { filter: { type: 'items', registryIds: [] } },
  { scopes: ['registry'] },
]
test('without the active plan of the firm a grant is narrowed, and not widened', async () => {
  const { id: keyId, firmId } = await keyOf(prisma)
  const filter = { type: 'category', categories: ['watches'] } as const
  const made = await grantOf(prisma, { keyId, filter, expiresAt: later(1000) })
  await updateFirm(operator(prisma), { firmId, ...CANCELED })
  const change = (to: Omit<GrantChange, 'grantId'>) =>
    updateGrant(operator(prisma, later(1)), { grantId: made.id, ...to })
  for (const to of WIDER)
    await expect(change(to), JSON.stringify(to)).rejects.toMatchObject(REQUIRED)
  expect(await prisma.grant.findFirst({ where: { id: made.id } })).toEqual(made)
  for (const to of NARROWER) await change(to)
})

test('after a concurrent lapse, changes that need the plan are rejected', async () => {
  const { id: keyId, firmId } = await keyOf(prisma)
  const clientId = await clientOf(prisma)
  const { id: grantId } = await grantOf(prisma, { keyId })
  const settled = await startBehind(
    prisma,
    (tx) => tx.firm.updateMany({ where: { id: firmId }, data: CANCELED }),
    () => [
      grantOf(prisma, { keyId, clientId }),
      updateGrant(operator(prisma, NOW), { grantId, scopes: ['estate'] }),
    ],
  )
  expect(outcomes(settled).codes).toEqual(Array(2).fill('enterprise_plan_required'))
})
