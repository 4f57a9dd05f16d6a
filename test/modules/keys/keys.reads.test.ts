import { expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { listKeys } from '../../../src/modules/keys/api-key.reads.ts'
import { revokeKey, rollKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { enterpriseFirm, keyOf, later, NOW } from '../fixtures.ts'

const { prisma } = testDatabase()
const referenceOf = ({ reference }: { readonly reference: string }) => reference

test('the keys of a firm are those of the firm only, with their state and live secrets', async () => {
  const firmId = await enterpriseFirm(prisma)
  await keyOf(prisma)
  const rolled = await keyOf(prisma, { firmId, name: 'rolled' })
  const { reference } = await rollKey(prisma, OPERATOR, { keyId: rolled.id, overlap: '1h' }, NOW)
  await keyOf(prisma, { firmId, name: 'expired', expiresAt: later(1000) })
  const { id: keyId } = await keyOf(prisma, { firmId, name: 'revoked' })
  await revokeKey(prisma, OPERATOR, { keyId }, NOW)

  const summary = async (now: Date) =>
    (await listKeys(prisma, firmId, now))
      .map(({ name, state, secrets }) => ({
        name,
        state,
        references: secrets.map(referenceOf).sort(),
      }))
      .sort((one, other) => one.name.localeCompare(other.name))
  expect(await summary(later(1000))).toEqual([
    { name: 'expired', state: 'expired', references: [] },
    { name: 'revoked', state: 'revoked', references: [] },
    { name: 'rolled', state: 'active', references: [reference, rolled.reference].sort() },
  ])
  expect((await summary(later(3_600_000)))[2]).toMatchObject({ references: [reference] })
})

test('the keys of a firm have no hash and no secret', async () => {
  const key = await keyOf(prisma)
  const listed = JSON.stringify(await listKeys(prisma, key.firmId, NOW))
  expect(listed).toContain(key.reference)
  expect(listed).not.toMatch(/hash/)
  expect(listed).not.toContain(key.secret)
})
