import { describe, expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { setTier, updateKey } from '../../../src/modules/keys/api-key.writes.ts'
import { revokeKey, rollKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { hostileIds, keyOf, later, NOW } from '../fixtures.ts'

const { prisma } = testDatabase()

describe('a revoked or expired key', () => {
  const changes = {
    rollKey: (keyId: string, now: Date) => rollKey(prisma, OPERATOR, { keyId }, now),
    updateKey: (keyId: string, now: Date) => updateKey(prisma, OPERATOR, { keyId, name: 'x' }, now),
    setTier: (keyId: string, now: Date) =>
      setTier(prisma, OPERATOR, { keyId, tier: 'elevated' }, now),
  }

  test.each(Object.entries(changes))('is rejected by %s', async (_, change) => {
    const revoked = await keyOf(prisma)
    await revokeKey(prisma, OPERATOR, { keyId: revoked.id }, NOW)
    await expect(change(revoked.id, NOW)).rejects.toMatchObject({ code: 'state_conflict' })

    const expiring = await keyOf(prisma, { expiresAt: later(1000) })
    await expect(change(expiring.id, later(1000))).rejects.toMatchObject({ code: 'state_conflict' })
    await expect(change(expiring.id, later(999))).resolves.toMatchObject({ id: expiring.id })
  })

  test.each(
    Object.entries(changes),
  )('no key with a hostile id is found by %s', async (_, change) => {
    for (const id of hostileIds('key')) {
      await expect(change(id, NOW)).rejects.toMatchObject({ code: 'record_not_found' })
    }
  })
})
