import { expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { createFirm, updateFirm } from '../../src/modules/firms/firm.writes.ts'
import { addMember, removeMember, setRole } from '../../src/modules/firms/member.writes.ts'
import { createGrant, updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { returnGrant, revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { createKey, updateKey } from '../../src/modules/keys/api-key.writes.ts'
import { setTier } from '../../src/modules/keys/api-key-limits.writes.ts'
import { revokeKey, rollKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { createClient } from '../../src/modules/people/person.writes.ts'
import { createToken, revokeToken } from '../../src/modules/tokens/token.writes.ts'
import { testDatabase } from '../support/database.ts'
import { rowDigests } from '../support/row-digests.ts'
import { UNRECORDABLE as BY, clientOf, grantOf, keyOf, someone } from './fixtures.ts'

const { prisma, pool } = testDatabase()

test('an action whose event cannot be stored changes nothing', async () => {
  const { id: keyId, firmId } = await keyOf(prisma)
  const { id: grantId, clientId } = await grantOf(prisma, { keyId })
  const other = await clientOf(prisma)
  const { id: userId } = await addMember(prisma, OPERATOR, { ...someone(), firmId })
  const { id: tokenId } = await createToken(prisma, OPERATOR, { userId: clientId })
  const terms = { scopes: ['valuation'], filter: { type: 'all' } } as const
  const newKey = { firmId, name: 'New', environment: 'production', scopes: ['registry'] } as const
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    createFirm: () => createFirm(prisma, BY, { name: 'Small' }),
    updateFirm: () => updateFirm(prisma, BY, { firmId, plan: 'standard' }),
    addMember: () => addMember(prisma, BY, { ...someone(), firmId }),
    setRole: () => setRole(prisma, BY, { firmId, userId, role: 'admin' }),
    removeMember: () => removeMember(prisma, BY, { firmId, userId }),
    createKey: () => createKey(prisma, BY, newKey),
    updateKey: () => updateKey(prisma, BY, { keyId, name: 'x' }),
    setTier: () => setTier(prisma, BY, { keyId, tier: 'elevated' }),
    rollKey: () => rollKey(prisma, BY, { keyId }),
    revokeKey: () => revokeKey(prisma, BY, { keyId }),
    createGrant: () => createGrant(prisma, BY, { ...terms, keyId, clientId: other }),
    updateGrant: () => updateGrant(prisma, BY, { grantId, scopes: ['estate'] }),
    revokeGrant: () => revokeGrant(prisma, BY, { grantId }),
    returnGrant: () => returnGrant(prisma, BY, { grantId }),
    createClient: () => createClient(prisma, BY, someone()),
    createToken: () => createToken(prisma, BY, { userId: clientId }),
    revokeToken: () => revokeToken(prisma, BY, { tokenId }),
  }
  const before = await rowDigests(pool)
  for (const [name, act] of Object.entries(actions)) {
    await expect.soft(act(), name).rejects.toThrow()
    expect.soft(await rowDigests(pool), name).toEqual(before)
  }
})
