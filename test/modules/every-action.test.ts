import { expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createFirm, updateFirm } from '../../src/modules/firms/firm.writes.ts'
import { addMember, removeMember, setRole } from '../../src/modules/firms/member.writes.ts'
import { listGrants } from '../../src/modules/grants/grant.reads.ts'
import { createGrant, updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { returnGrant, revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { listKeys } from '../../src/modules/keys/api-key.reads.ts'
import {
  createKey,
  limitDocuments,
  setTier,
  updateKey,
} from '../../src/modules/keys/api-key.writes.ts'
import { revokeKey, rollKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { createClient } from '../../src/modules/people/person.writes.ts'
import { createToken, revokeToken } from '../../src/modules/tokens/token.writes.ts'
import { testDatabase } from '../support/database.ts'
import { rowDigests } from '../support/row-digests.ts'
import {
  clientOf,
  enterpriseFirm,
  grantOf,
  hostileIds,
  keyOf,
  NOW,
  someone,
  UNRECORDABLE,
} from './fixtures.ts'

const { prisma, pool } = testDatabase()

type Takers = Readonly<Record<string, (id: string) => Promise<unknown>>>
const TAKERS: Readonly<Record<string, Takers>> = {
  firm: {
    addMember: (firmId) => addMember(operator(prisma), { ...someone(), firmId }),
    updateFirm: (firmId) => updateFirm(operator(prisma), { firmId, plan: 'standard' }),
    createKey: (firmId) => keyOf(prisma, { firmId }),
    listKeys: (firmId) => listKeys(prisma, firmId, NOW),
  },
  user: {
    createGrant: (clientId) => grantOf(prisma, { clientId }),
    listGrants: (clientId) => listGrants(prisma, clientId, NOW),
    createToken: (userId) => createToken(operator(prisma), { userId }),
  },
  key: {
    createGrant: (keyId) => grantOf(prisma, { keyId }),
    rollKey: (keyId) => rollKey(operator(prisma), { keyId }),
    revokeKey: (keyId) => revokeKey(operator(prisma), { keyId }),
    updateKey: (keyId) => updateKey(operator(prisma), { keyId, name: 'x' }),
    limitDocuments: (keyId) =>
      limitDocuments(operator(prisma), { keyId, trustedDocumentsOnly: true }),
    setTier: (keyId) => setTier(operator(prisma), { keyId, tier: 'elevated' }),
  },
  grant: {
    updateGrant: (grantId) => updateGrant(operator(prisma), { grantId, expiresAt: null }),
    revokeGrant: (grantId) => revokeGrant(operator(prisma), { grantId }),
    returnGrant: (grantId) => returnGrant(operator(prisma), { grantId }),
  },
  token: { revokeToken: (tokenId) => revokeToken(operator(prisma), { tokenId }) },
}

/** The calls that do not say that there is no record with the id. */
async function othersOf(noun: string, takers: Takers): Promise<string[]> {
  const others: string[] = []
  for (const [name, take] of Object.entries(takers))
    for (const id of hostileIds(noun)) {
      const code = await take(id).then(
        () => 'done',
        (error) => error.code,
      )
      if (code !== 'record_not_found') others.push(`${name} ${id.slice(0, 40)}: ${code}`)
    }
  return others
}

test('an id that names nothing is not found by what takes it, whatever it holds', async () => {
  for (const [noun, takers] of Object.entries(TAKERS))
    expect.soft(await othersOf(noun, takers)).toEqual([])
  const firmId = await enterpriseFirm(prisma)
  const ofMembers: Takers = {
    removeMember: (userId) => removeMember(operator(prisma), { firmId, userId }),
    setRole: (userId) => setRole(operator(prisma), { firmId, userId, role: 'admin' }),
  }
  expect(await othersOf('user', ofMembers)).toEqual([])
  expect(await prisma.member.count()).toBe(0)
})

test('an action whose event cannot be stored changes nothing', async () => {
  const { id: keyId, firmId } = await keyOf(prisma)
  const { id: grantId, clientId } = await grantOf(prisma, { keyId })
  const other = await clientOf(prisma)
  const { id: userId } = await addMember(operator(prisma), { ...someone(), firmId })
  const { id: tokenId } = await createToken(operator(prisma), { userId: clientId })
  const terms = { scopes: ['valuation'], filter: { type: 'all' } } as const
  const newKey = { firmId, name: 'New', environment: 'production', scopes: ['registry'] } as const
  const unrecorded = { prisma, actor: UNRECORDABLE }
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    createFirm: () => createFirm(unrecorded, { name: 'Small' }),
    updateFirm: () => updateFirm(unrecorded, { firmId, plan: 'standard' }),
    addMember: () => addMember(unrecorded, { ...someone(), firmId }),
    setRole: () => setRole(unrecorded, { firmId, userId, role: 'admin' }),
    removeMember: () => removeMember(unrecorded, { firmId, userId }),
    createKey: () => createKey(unrecorded, newKey),
    updateKey: () => updateKey(unrecorded, { keyId, name: 'x' }),
    setTier: () => setTier(unrecorded, { keyId, tier: 'elevated' }),
    rollKey: () => rollKey(unrecorded, { keyId }),
    revokeKey: () => revokeKey(unrecorded, { keyId }),
    createGrant: () => createGrant(unrecorded, { ...terms, keyId, clientId: other }),
    updateGrant: () => updateGrant(unrecorded, { grantId, scopes: ['estate'] }),
    revokeGrant: () => revokeGrant(unrecorded, { grantId }),
    returnGrant: () => returnGrant(unrecorded, { grantId }),
    createClient: () => createClient(unrecorded, someone()),
    createToken: () => createToken(unrecorded, { userId: clientId }),
    revokeToken: () => revokeToken(unrecorded, { tokenId }),
  }
  const before = await rowDigests(pool)
  for (const [name, act] of Object.entries(actions)) {
    await expect.soft(act(), name).rejects.toThrow()
    expect.soft(await rowDigests(pool), name).toEqual(before)
  }
})
