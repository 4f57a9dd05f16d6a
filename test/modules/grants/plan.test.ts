import { expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { updateFirm } from '../../../src/modules/firms/firm.writes.ts'
import {
  createGrant,
  type GrantChange,
  updateGrant,
} from '../../../src/modules/grants/grant.writes.ts'
import { returnGrant, revokeGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { clientOf, grantOf, keyOf, later, NOW, outcomes, startBehind } from '../fixtures.ts'

const { prisma } = testDatabase()
const LAPSES = [
  { plan: 'enterprise', planState: 'past_due' },
  { plan: 'enterprise', planState: 'canceled' },
  { plan: 'standard', planState: 'active' },
] as const
const TERMS = { scopes: ['valuation'], filter: { type: 'all' } } as const
const REQUIRED = { code: 'enterprise_plan_required' }
const lapse = (firmId: string) =>
  updateFirm(prisma, OPERATOR, { firmId, plan: 'enterprise', planState: 'canceled' })

test('without the active plan of the firm no grant is created', async () => {
  for (const plan of LAPSES) {
    const { id: keyId, firmId } = await keyOf(prisma)
    await updateFirm(prisma, OPERATOR, { firmId, ...plan })
    await expect(grantOf(prisma, { keyId })).rejects.toMatchObject(REQUIRED)
    expect(await prisma.grant.count({ where: { keyId } })).toBe(0)
    await updateFirm(prisma, OPERATOR, { firmId, plan: 'enterprise', planState: 'active' })
    expect(await grantOf(prisma, { keyId })).toMatchObject({ state: 'active' })
  }
})

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
  await lapse(firmId)
  const change = (to: Omit<GrantChange, 'grantId'>) =>
    updateGrant(prisma, OPERATOR, { grantId: made.id, ...to }, later(1))
  for (const to of WIDER)
    await expect(change(to), JSON.stringify(to)).rejects.toMatchObject(REQUIRED)
  expect(await prisma.grant.findFirst({ where: { id: made.id } })).toEqual(made)
  for (const to of NARROWER) await change(to)
})

test('without the active plan of the firm an expired grant cannot be extended', async () => {
  const { id: keyId, firmId } = await keyOf(prisma)
  const { id: grantId } = await grantOf(prisma, { keyId, expiresAt: later(1) })
  await lapse(firmId)
  const call = updateGrant(prisma, OPERATOR, { grantId, expiresAt: later(9) }, later(2))
  await expect(call).rejects.toMatchObject(REQUIRED)
})

test('without the active plan of the firm grants can be revoked and returned', async () => {
  const { id: keyId, firmId } = await keyOf(prisma)
  const grants = [await grantOf(prisma, { keyId }), await grantOf(prisma, { keyId })]
  await lapse(firmId)
  const [one, two] = grants.map(({ id }) => ({ grantId: id }))
  if (!one || !two) throw new Error('no grants')
  expect(await revokeGrant(prisma, OPERATOR, one, NOW)).toMatchObject({ state: 'revoked' })
  expect(await returnGrant(prisma, OPERATOR, two, NOW)).toMatchObject({ revokedBy: 'firm' })
})

test('after a concurrent lapse, changes that need the plan are rejected', async () => {
  const { id: keyId, firmId } = await keyOf(prisma)
  const clientId = await clientOf(prisma)
  const { id: grantId } = await grantOf(prisma, { keyId })
  const canceled = { plan: 'enterprise', planState: 'canceled' } as const
  const settled = await startBehind(
    prisma,
    (tx) => tx.firm.updateMany({ where: { id: firmId }, data: canceled }),
    () => [
      createGrant(prisma, OPERATOR, { ...TERMS, keyId, clientId }, NOW),
      updateGrant(prisma, OPERATOR, { grantId, scopes: ['estate'] }, NOW),
    ],
  )
  expect(outcomes(settled).codes).toEqual(Array(2).fill('enterprise_plan_required'))
})
