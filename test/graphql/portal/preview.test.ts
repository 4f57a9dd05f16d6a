import { beforeAll, describe, expect, test } from 'vitest'
import type { AssetFilter } from '../../../src/access/asset-filter.ts'
import { SCOPES, type Scope } from '../../../src/access/scopes.ts'
import { schema } from '../../../src/graphql/schema.ts'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { fullClient } from '../../contract/fixtures.ts'
import { objectType, selectAll } from '../../contract/full-selection.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../../support/portfolio.ts'
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

const UNKNOWN = 'ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV'

beforeAll(async () => {
  fixtures = await createFixtures(database)
})

describe('the choices', () => {
  const CHOICES = `query ($search: String, $category: Category, $first: Int) { grantChoices { id
    categories { category assetCount } collections { id: collectionId name assetCount }
    assets(search: $search, category: $category, first: $first) { registryId title category } } }`
  const choices = async (variables: Record<string, unknown> = {}) =>
    (await dataOf(gateway, fixtures.bearer.client, CHOICES, variables)).grantChoices
  const titles = async (search: string) =>
    (await choices({ search })).assets.map(({ title }: { title: string }) => title)

  test('are those of the portfolio', async () => {
    const { id, categories, collections, assets } = await choices()
    expect(id).toBe(`${fixtures.clientId}:choices`)
    expect(categories).toEqual([
      { category: 'watches', assetCount: 1 },
      { category: 'art', assetCount: 1 },
      { category: 'coins', assetCount: 1 },
    ])
    expect(collections).toEqual([
      { id: fixtures.collectionId, name: 'Quiet things', assetCount: 1 },
    ])
    expect(assets).toHaveLength(3)
    expect((await choices({ first: 1 })).assets).toHaveLength(1)
  })

  test('are found by a part of the title, without wildcards, and in one category', async () => {
    expect(await titles('DIVER')).toEqual(['Diver 300 % steel'])
    expect(await titles('%')).toEqual(['Diver 300 % steel'])
    expect(await titles('_')).toEqual(['Seascape_blue'])
    for (const search of ['\\', "' OR true --", 'nothing']) expect(await titles(search)).toEqual([])
    const of = async (variables: Record<string, unknown>) =>
      (await choices(variables)).assets.map(({ title }: { title: string }) => title)
    expect(await of({ category: 'watches' })).toEqual(['Diver 300 % steel'])
    expect(await of({ category: 'watches', search: 'sea' })).toEqual([])
    for (const variables of [{ search: 'x'.repeat(201) }, { search: 'a\0' }, { first: 51 }]) {
      const reply = await gateway.graphql(CHOICES, { key: fixtures.bearer.client, variables })
      expect(codeOf(reply)).toBe('invalid_parameter')
    }
  })
})

describe('the assets that a grant shows besides one', () => {
  const BESIDES = `query ($grantId: ID!, $registryId: ID!) { grantChoices {
    assetsBesides(grantId: $grantId, registryId: $registryId) { registryId title category } } }`
  const besides = (variables: object, key = fixtures.bearer.client) =>
    gateway.graphql(BESIDES, {
      key,
      variables: { grantId: fixtures.grantId, registryId: fixtures.ids.watch, ...variables },
    })
  const grantOf = async (filter: AssetFilter) => {
    const { id } = await keyWith(database)
    return (await grantWith(database, id, fixtures.clientId, { filter })).id
  }
  const idsOf = async (filter: AssetFilter, registryId = fixtures.ids.watch) => {
    const { json } = await besides({ grantId: await grantOf(filter), registryId })
    expect(json.errors).toBeUndefined()
    const assets: { registryId: string }[] = json.data.grantChoices.assetsBesides
    return assets.map((asset) => asset.registryId)
  }

  test('are those inside its filter, whatever the filter', async () => {
    const { watch = '', sea = '' } = fixtures.ids
    const others = Object.values(fixtures.ids).filter((id) => id !== watch)
    expect(await idsOf({ type: 'all' })).toEqual(others.sort())
    expect(await idsOf({ type: 'category', categories: ['watches', 'art'] })).toEqual([sea])
    expect(await idsOf({ type: 'items', registryIds: [watch, sea] })).toEqual([sea])
    expect(await idsOf({ type: 'items', registryIds: [watch] })).toEqual([])
    const { collectionId } = fixtures
    const inCollection = await idsOf({ type: 'collection', collectionId }, UNKNOWN)
    expect(inCollection).toHaveLength(1)
    expect(await idsOf({ type: 'collection', collectionId }, inCollection[0])).toEqual([])
  })

  test('are null where they are more than a filter can name', async () => {
    const many = Array.from({ length: 1_002 }, (_, i) => ({
      ...{ type: 'asset', ref: `many-${i}`, title: 'One of many', category: 'coins' },
    }))
    const clientId = await clientWith(database, many)
    const { id } = await keyWith(database)
    const grant = await grantWith(database, id, clientId)
    const [asset] = await database.prisma.asset.findMany({ where: { clientId }, take: 1 })
    const variables = { grantId: grant.id, registryId: asset?.registryId }
    const { json } = await besides(variables, await sessionOf(database, clientId))
    expect(json.data.grantChoices.assetsBesides).toBeNull()
  })

  test('of a grant of another client, and of none, are not told', async () => {
    const session = await sessionOf(database, await clientWith(database, []))
    expect(codeOf(await besides({}, session))).toBe('record_not_found')
    expect(codeOf(await besides({ grantId: 'grant_x' }))).toBe('record_not_found')
    expect(codeOf(await besides({ registryId: 'x' }))).toBe('asset_not_found')
    expect(codeOf(await besides({}, fixtures.bearer.admin))).toBe('caller_not_allowed')
  })
})
