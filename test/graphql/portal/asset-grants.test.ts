import { beforeEach, expect, test, vi } from 'vitest'
import { ASSET_FILTER_TYPES, createAssetFilter } from '../../../src/access/asset-filter.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { updateFirm } from '../../../src/modules/firms/firm.writes.ts'
import { revokeGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { testGateway } from '../../support/gateway.ts'
import { readerOf } from '../../support/portfolio.ts'
import { testTable } from '../../support/test-table.ts'
import { walkPages } from '../walk.ts'
import { codeFor, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
const { prisma } = database
const statements = vi.spyOn(gateway.serving.pool, 'query')
const UNKNOWN = 'ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV'
const SOON = () => new Date(Date.now() + 3_600_000)
let of: Fixtures

const GRANTS = `query ($registryId: ID!, $clientId: ID, $first: Int, $after: String) {
  assetGrants(registryId: $registryId, clientId: $clientId, first: $first, after: $after) {
    nodes { id effectiveScopes expiresAt key { name firmName } } pageInfo { hasNextPage endCursor } } }`

async function grantsOf(ref: string, variables: object = {}) {
  const all = { registryId: of.ids[ref], ...variables }
  return (await dataOf(gateway, of.bearer.client, GRANTS, all)).assetGrants
}

async function idsOf(ref: string): Promise<string[]> {
  return (await grantsOf(ref)).nodes.map(({ id }: { id: string }) => id)
}

/** The status that the key gets for the asset, as the measure of what it can read. */
async function statusFor(secret: string, ref: string): Promise<number> {
  const path = `/api/v1/assets/${of.ids[ref]}?client_id=${of.clientId}`
  return (await gateway.request(path, { key: secret })).status
}

const VALUES: Readonly<Record<string, () => string[]>> = {
  all: () => [],
  category: () => ['watches', 'art'],
  items: () => [of.ids.watch ?? '', of.ids.coin ?? ''],
  collection: () => [of.collectionId],
}

beforeEach(async () => {
  of = await createFixtures(database)
  await revokeGrant(operator(prisma), { grantId: of.grantId })
})

test('the grants of an asset are those that serve it, of all filters decided in one statement, newest first by pages', async () => {
  const grants: { grantId: string; secret: string }[] = []
  for (const type of [...ASSET_FILTER_TYPES, ...ASSET_FILTER_TYPES]) {
    const filter = createAssetFilter(type, VALUES[type]?.() ?? [])
    grants.unshift(await readerOf(database, of.clientId, { filter }))
  }
  for (const ref of ['watch', 'sea', 'coin']) {
    const shown: string[] = []
    for (const { grantId, secret } of grants)
      if ((await statusFor(secret, ref)) === 200) shown.push(grantId)
    expect([2, 4, 6, 8]).toContain(shown.length)
    statements.mockClear()
    expect(await idsOf(ref)).toEqual(shown)
    const texts = statements.mock.calls.map(([statement]) => JSON.stringify(statement))
    expect(texts.filter((text) => text.includes('array_remove'))).toHaveLength(1)
    const pages = await walkPages((after) => grantsOf(ref, { first: 1, after }))
    const walked = pages.flatMap(({ nodes }) => nodes.map(({ id }: { id: string }) => id))
    expect(walked).toEqual(shown)
  }
})

test('the grants of an asset say firm, key, effective scopes and end', async () => {
  const expiresAt = SOON()
  const terms = { scopes: ['detail', 'estate'], expiresAt } as const
  await readerOf(database, of.clientId, terms, { scopes: ['valuation', 'detail'] })
  expect((await grantsOf('watch')).nodes).toEqual([
    {
      id: expect.any(String),
      effectiveScopes: ['registry', 'detail'],
      expiresAt: expiresAt.toISOString(),
      key: { name: 'Reports', firmName: 'Hale Estates' },
    },
  ])
})

testTable<[string, number, (keyId: string, grantId: string) => Promise<unknown>]>([
  ['a revoked grant', 403, (_, grantId) => revokeGrant(operator(prisma), { grantId })],
  ['a revoked key', 401, (keyId) => revokeKey(operator(prisma, new Date()), { keyId })],
  [
    'none where the plan has lapsed',
    200,
    () => updateFirm(operator(prisma), { firmId: of.firmId, planState: 'past_due' }),
  ],
])('the grants of an asset leave out what reads nothing', async (_name, status, end) => {
  const { firmId } = of
  const ends = { expiresAt: SOON() }
  const { id, secret, grantId } = await readerOf(database, of.clientId, ends, { firmId, ...ends })
  expect([await statusFor(secret, 'watch'), await idsOf('watch')]).toEqual([200, [grantId]])
  await end(id, grantId)
  const left = status === 200 ? [grantId] : []
  expect([await statusFor(secret, 'watch'), await idsOf('watch')]).toEqual([status, left])
  await revokeGrant(operator(prisma), { grantId })
})

testTable<[string, object, string]>([
  ['an unknown asset', { registryId: UNKNOWN }, 'asset_not_found'],
  ['no registry id', { registryId: "' OR true --" }, 'asset_not_found'],
  ['an unknown client', { clientId: 'user_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'record_not_found'],
  ['a page too large', { first: 101 }, 'invalid_parameter'],
  ['a foreign cursor', { after: 'x' }, 'invalid_parameter'],
])('a bad request for the grants of an asset is explained', async (_name, wrong, code) => {
  const variables = { registryId: of.ids.watch, ...wrong }
  expect(await codeFor(gateway, of.bearer.client, GRANTS, variables)).toBe(code)
})
