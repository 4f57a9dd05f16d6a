import { beforeAll, describe, expect, test } from 'vitest'
import { SCOPES, type Scope } from '../../../src/access/scopes.ts'
import { schema } from '../../../src/graphql/schema.ts'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { fullClient } from '../../contract/fixtures.ts'
import { objectType, selectAll } from '../../contract/full-selection.ts'
import { testGateway } from '../../support/gateway.ts'
import { grantWith, keyWith } from '../../support/portfolio.ts'
import { sessionOf } from '../../support/session.ts'
import { linkOf } from './connections.fixtures.ts'
import { codeOf, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
let fixtures: Fixtures
let link = ''

const linkTo = (requestingKeyId: string, scopes: readonly Scope[] = SCOPES) =>
  linkOf(
    gateway,
    { requestingKeyId, adminId: fixtures.adminId },
    { scopes, expiresAt: new Date('2099-01-01') },
  )

const PREVIEW = `query ($link: String, $grantId: ID, $scopes: [Scope!]!, $filter: GrantFilterInput!) {
  grantPreview(link: $link, grantId: $grantId, scopes: $scopes, filter: $filter) {
    assetCount totalCount scopes { scope count } example { title detail { notes } valuation { marketValue { amount } } } } }`

beforeAll(async () => {
  fixtures = await createFixtures(database)
  link = await linkTo(fixtures.requestingKeyId)
})

async function preview(variables: object, key = fixtures.bearer.client) {
  const all = { link, scopes: SCOPES, filter: { type: 'all' }, ...variables }
  return (await dataOf(gateway, key, PREVIEW, all)).grantPreview
}

describe('a preview', () => {
  test('counts what each scope would show', async () => {
    const { assetCount, totalCount, scopes } = await preview({})
    expect({ assetCount, totalCount }).toEqual({ assetCount: 3, totalCount: 3 })
    expect(scopes).toEqual([
      { scope: 'registry', count: 3 },
      { scope: 'valuation', count: 1 },
      { scope: 'detail', count: 1 },
      { scope: 'category_detail', count: 0 },
      { scope: 'documentation', count: 0 },
      { scope: 'estate', count: 1 },
      { scope: 'verification', count: 1 },
    ])
  })

  test('counts inside the filter', async () => {
    const { ids, collectionId } = fixtures
    const counts: readonly (readonly [number, string, unknown[]])[] = [
      [2, 'category', ['WT', 'art']],
      [0, 'category', []],
      [1, 'items', [ids.watch]],
      [0, 'items', []],
      [0, 'items', ['ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV']],
      [1, 'collection', [collectionId]],
    ]
    for (const [count, type, values] of counts) {
      const found = await preview({ filter: { type, values } })
      expect.soft(found, `${type} ${values}`).toMatchObject({ assetCount: count, totalCount: 3 })
      expect(found.scopes[0]).toEqual({ scope: 'registry', count })
      if (count === 0) expect(found.example).toBeNull()
    }
  })

  test('shows only scopes that the key has', async () => {
    const { id } = await keyWith(database, { firmId: fixtures.firmId, scopes: ['valuation'] })
    const found = await preview({
      link: await linkTo(id),
      filter: { type: 'items', values: [fixtures.ids.watch] },
    })
    expect(found.scopes.map(({ scope }: { scope: string }) => scope)).toEqual([
      'registry',
      'valuation',
    ])
    expect(found.example).toEqual({
      title: 'Diver 300 % steel',
      detail: null,
      valuation: { marketValue: { amount: '1200.00' } },
    })
  })

  test('of a grant uses the key of that grant', async () => {
    const found = await preview({ link: null, grantId: fixtures.grantId, scopes: ['detail'] })
    expect(found.scopes).toEqual([
      { scope: 'registry', count: 3 },
      { scope: 'detail', count: 1 },
    ])
  })

  test('needs either a link or a grant', async () => {
    for (const wrong of [{ link: null }, { grantId: fixtures.grantId }]) {
      const variables = { link, scopes: ['registry'], filter: { type: 'all' }, ...wrong }
      const reply = await gateway.graphql(PREVIEW, { key: fixtures.bearer.client, variables })
      expect(codeOf(reply)).toBe('invalid_parameter')
    }
  })
})

test('the example shows what the partner would see, by scope', async () => {
  const { clientId, registryId } = await fullClient(database)
  const token = await sessionOf(database, clientId)
  const { id, secret } = await keyWith(database, { firmId: fixtures.firmId })
  const [asset, shown] = ['Asset', 'AssetPreview'].map((name) =>
    selectAll(objectType(schema, name), {}),
  )
  const filter = { type: 'items', values: [registryId] }
  for (const scopes of [SCOPES, ...SCOPES.map((scope) => [scope])]) {
    const { grantPreview } = await dataOf(
      gateway,
      token,
      `query ($scopes: [Scope!]!, $filter: GrantFilterInput!) {
        grantPreview(link: "${await linkTo(id)}", scopes: $scopes, filter: $filter) { example ${shown} } }`,
      { scopes, filter },
    )
    const grant = await grantWith(database, id, clientId, {
      scopes,
      filter: { type: 'items', registryIds: [registryId] },
    })
    const { portfolio } = await dataOf(
      gateway,
      secret,
      `{ portfolio(clientId: "${clientId}") { asset(registryId: "${registryId}") ${asset} } }`,
    )
    await revokeGrant(database.prisma, OPERATOR, { grantId: grant.id })
    const view = `${portfolio.asset.id}:${grant.scopes.join()}`
    expect(withoutCursors(grantPreview.example)).toEqual(
      withoutCursors({ ...portfolio.asset, id: view }),
    )
  }
})

// A cursor is for one list and one reader.
function withoutCursors(value: object) {
  const cleared = (name: string, member: unknown) => (/cursor$/i.test(name) ? null : member)
  return JSON.parse(JSON.stringify(value, cleared))
}
