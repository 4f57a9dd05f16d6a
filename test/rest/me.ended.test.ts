import { beforeAll, expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { eraseClient } from '../../src/modules/erasure/erase.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { returnGrant, revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { onePage, read, walkByLinks, walkByNumber } from './walk.ts'

// An erased portfolio has no tombstones, which its writers leave otherwise.
const database = testDatabase({ isVerified: false })
const gateway = testGateway({ database })
const { prisma } = database
const clients: string[] = []

beforeAll(async () => {
  for (let i = 0; i < 7; i++) clients.push(await clientWith(database, []))
})

const PATH = '/api/v1/me?state=ended'
const at = (minute: number) => new Date(Date.UTC(2026, 0, 2, 3, minute))
const given = (keyId: string, client: number) => grantWith(database, keyId, clients[client] ?? '')

/** A key with five grants that have ended, each a minute after the other, and a live one. */
async function keyOfEnded() {
  const key = await keyWith(database, { scopes: ['valuation', 'estate'] })
  const grants = []
  for (let client = 0; client < 5; client++) {
    const { id: grantId } = await given(key.id, client)
    await revokeGrant(prisma, OPERATOR, { grantId }, at(client))
    grants.push(grantId)
  }
  await given(key.id, 0)
  return { ...key, newestFirst: grants.reverse() }
}

const idsOf = (pages: readonly { data: { id: string }[] }[]) =>
  pages.flatMap(({ data }) => data.map(({ id }) => id))

test('the ended grants of a key have the members of a live one, and why and when they ended', async () => {
  const { id: keyId, secret, firmId } = await keyWith(database, { scopes: ['valuation', 'estate'] })
  const terms = {
    scopes: ['estate', 'detail'],
    filter: { type: 'category', categories: ['art'] },
  } as const
  const grant = await grantWith(database, keyId, clients[0] ?? '', terms)
  await prisma.grant.updateMany({ where: { id: grant.id }, data: { reference: 'c-1042' } })
  const { updatedAt: _, ...row } = await revokeGrant(prisma, OPERATOR, { grantId: grant.id })
  const body = await read(gateway, PATH, secret)
  expect(body).toStrictEqual({
    data: [
      {
        client_id: clients[0],
        id: grant.id,
        version: 1,
        scopes: ['registry', 'estate'],
        asset_filter: 'category',
        expires_at: null,
        reference: 'c-1042',
        connected_at: grant.createdAt.toISOString(),
        reason: 'ended_by_operator',
        ended_at: row.revokedAt?.toISOString(),
        deletion_requested: false,
        deletion_answer: null,
      },
    ],
    pagination: onePage(1),
    links: { first: `${PATH}&page=1`, prev: null, next: null, last: `${PATH}&page=1` },
    key: expect.objectContaining({ id: keyId, firm: { id: firmId, name: 'Hale Estates' } }),
  })
})

test('the ended grants of a key tell each reason', async () => {
  const { id: keyId, secret } = await keyWith(database)
  const grants: string[] = []
  for (let client = 0; client < 4; client++) grants.push((await given(keyId, client)).id)
  const [byClient = '', byFirm = '', expired = '', changed = ''] = grants
  const client = { kind: 'user', userId: clients[0] ?? '', requestId: 'r' } as const
  await revokeGrant(prisma, client, { grantId: byClient }, at(1))
  await returnGrant(prisma, client, { grantId: byFirm }, at(2))
  await prisma.grant.updateMany({ where: { id: expired }, data: { expiresAt: at(3) } })
  // Expired first, and revoked later: it ended with its expiry.
  await prisma.grant.updateMany({ where: { id: changed }, data: { expiresAt: at(4) } })
  await revokeGrant(prisma, OPERATOR, { grantId: changed }, at(9))
  const erased = await clientWith(database, [])
  const ofErased = await grantWith(database, keyId, erased)
  await prisma.grant.updateMany({ where: { id: ofErased.id }, data: { reference: 'c-1' } })
  await eraseClient(prisma, erased)
  const { data } = await read(gateway, PATH, secret)
  expect(data.map(({ id, reason }: { id: string; reason: string }) => [id, reason])).toEqual([
    [ofErased.id, 'account_erased'],
    [changed, 'expired'],
    [expired, 'expired'],
    [byFirm, 'given_back_by_firm'],
    [byClient, 'revoked_by_client'],
  ])
  expect(data[0]).toMatchObject({ client_id: erased, reference: null })
  expect(data[1]).toMatchObject({ ended_at: at(4).toISOString(), expires_at: at(4).toISOString() })
  await prisma.grant.updateMany({ where: { id: expired }, data: { state: 'expired' } })
  const stored = await read(gateway, PATH, secret)
  expect(stored.data).toEqual(data)
})

test('the ended grants of a key are walked by number and by links, the newest end first, and leave out live grants', async () => {
  const { secret, newestFirst } = await keyOfEnded()
  for (const size of [2, 100]) {
    const url = `${PATH}&page_size=${size}`
    expect(idsOf(await walkByLinks(gateway, url, secret))).toEqual(newestFirst)
    expect(idsOf(await walkByNumber(gateway, url, secret))).toEqual(newestFirst)
  }
  const beyond = await read(gateway, `${PATH}&page=2147483647`, secret)
  expect([beyond.data, beyond.pagination.total_count]).toEqual([[], 5])
})

test('the ended grants of a key that ended at one instant are each listed once', async () => {
  const { id: keyId, secret } = await keyWith(database)
  const ids = []
  for (let client = 0; client < 5; client++) ids.push((await given(keyId, client)).id)
  for (const grantId of ids) await revokeGrant(prisma, OPERATOR, { grantId }, at(0))
  const walked = idsOf(await walkByLinks(gateway, `${PATH}&page_size=2`, secret))
  expect(walked).toEqual([...ids].sort().reverse())
})

test('the ended grants of a key come back as live when an expired grant is extended', async () => {
  const { id: keyId, secret } = await keyWith(database)
  const { id: grantId } = await given(keyId, 0)
  await prisma.grant.updateMany({ where: { id: grantId }, data: { expiresAt: at(0) } })
  expect(idsOf([await read(gateway, PATH, secret)])).toEqual([grantId])
  await updateGrant(prisma, OPERATOR, { grantId, expiresAt: null })
  expect(idsOf([await read(gateway, PATH, secret)])).toEqual([])
  expect(idsOf([await read(gateway, '/api/v1/me?state=active', secret)])).toEqual([grantId])
})
