import { expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { type GrantChange, updateGrant } from '../../../src/modules/grants/grant.writes.ts'
import { updateKey } from '../../../src/modules/keys/api-key.writes.ts'
import { limitDocuments, setTier } from '../../../src/modules/keys/api-key-limits.writes.ts'
import { revokeKey, rollKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { createLink } from '../../../src/modules/links/connection-link.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { clientOf, grantOf, keyOf, later, NOW } from '../fixtures.ts'

const { prisma } = testDatabase()

const changes = {
  rollKey: (keyId: string, now: Date) => rollKey(prisma, OPERATOR, { keyId }, now),
  updateKey: (keyId: string, now: Date) => updateKey(prisma, OPERATOR, { keyId, name: 'x' }, now),
  limitDocuments: (keyId: string, now: Date) =>
    limitDocuments(prisma, OPERATOR, { keyId, trustedDocumentsOnly: true }, now),
  setTier: (keyId: string, now: Date) =>
    setTier(prisma, OPERATOR, { keyId, tier: 'elevated' }, now),
}

test('a revoked or expired key is not rolled, changed or limited', async () => {
  for (const [name, change] of Object.entries(changes)) {
    const revoked = await keyOf(prisma)
    await revokeKey(prisma, OPERATOR, { keyId: revoked.id }, NOW)
    const expiring = await keyOf(prisma, { expiresAt: later(1000) })
    for (const [id, now] of [
      [revoked.id, NOW],
      [expiring.id, later(1000)],
    ] as const)
      await expect(change(id, now), name).rejects.toMatchObject({ code: 'state_conflict' })
    await expect(change(expiring.id, later(999))).resolves.toMatchObject({ id: expiring.id })
  }
})

test('a revoked or expired key keeps its grants as they are, or narrower', async () => {
  const { id: keyId } = await keyOf(prisma, { expiresAt: later(1000) })
  const { id: grantId } = await grantOf(prisma, { keyId, expiresAt: later(5000) })
  const change = (terms: Omit<GrantChange, 'grantId'>) =>
    updateGrant(prisma, OPERATOR, { grantId, ...terms }, later(1000))
  for (const terms of [{ scopes: ['valuation', 'estate'] }, { expiresAt: null }]) {
    const message = expect.stringContaining('This key has expired')
    await expect(change(terms)).rejects.toMatchObject({ code: 'state_conflict', message })
  }
  await expect(change({ scopes: ['registry'] })).resolves.toMatchObject({ version: 2 })
})

test('a revoked or expired key gets no connection link', async () => {
  const { id: keyId } = await keyOf(prisma, { expiresAt: later(1000) })
  const createdBy = await clientOf(prisma)
  const none = { reference: null, email: null, returnUrl: null, returnState: null }
  const asked = { scopes: ['registry'], purpose: 'Insurance', singleUse: false, ...none } as const
  const create = (now: Date) => createLink(prisma, OPERATOR, { ...asked, keyId, createdBy }, now)
  await expect(create(later(1000))).rejects.toMatchObject({ code: 'state_conflict' })
  await expect(create(later(999))).resolves.toMatch(/^link_/)
})
