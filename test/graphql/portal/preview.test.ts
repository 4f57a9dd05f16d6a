import { beforeAll, expect, test } from 'vitest'
import type { AssetFilter } from '../../../src/access/asset-filter.ts'
import { SCOPES } from '../../../src/access/scopes.ts'
import { schema } from '../../../src/graphql/schema.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { fullClient } from '../../contract/fixtures.ts'
import { objectType, selectAll } from '../../contract/full-selection.ts'
import { clientWith, grantWith, keyWith, readerOf } from '../../support/portfolio.ts'
import { sessionOf } from '../../support/session.ts'
import { linkOf } from './connections.fixtures.ts'
import { codeFor, codeOf, dataOf, portalGateway } from './fixtures.ts'

const { gateway, database, prisma, fixtures } = portalGateway()
let link = ''

const linkTo = (requestingKeyId: string) =>
  linkOf(gateway, { requestingKeyId, adminId: fixtures.adminId }, { scopes: SCOPES })

const PREVIEW = `query ($link: String, $grantId: ID, $scopes: [Scope!]!, $filter: GrantFilterInput!) {
  grantPreview(link: $link, grantId: $grantId, scopes: $scopes, filter: $filter) {
    assetCount totalCount scopes { scope count } example { title detail { notes } valuation { marketValue { amount } } } } }`

beforeAll(async () => {
  link = await linkTo(fixtures.requestingKeyId)
})

async function preview(variables: object, key = fixtures.bearer.client) {
  const all = { link, scopes: SCOPES, filter: { type: 'all' }, ...variables }
  return (await dataOf(gateway, key, PREVIEW, all)).grantPreview
}

test('a preview counts what each scope would show', async () => {
  const { assetCount, totalCount, scopes } = await preview({})
  expect({ assetCount, totalCount }).toEqual({ assetCount: 3, totalCount: 3 })
  const counts = scopes.map(({ count }: { count: number }) => count)
  expect(scopes.map(({ scope }: { scope: string }) => scope)).toEqual(SCOPES)
  expect(counts).toEqual([3, 1, 1, 0, 0, 1, 1])
})

test('a preview shows only scopes that the key has', async () => {
  const { id } = await keyWith(database, { firmId: fixtures.firmId, scopes: ['valuation'] })
  const filter = { type: 'items', values: [fixtures.ids.watch] }
  const { scopes, example } = await preview({ link: await linkTo(id), filter })
  const names = scopes.map(({ scope }: { scope: string }) => scope)
  expect(names).toEqual(['registry', 'valuation'])
  const valuation = { marketValue: { amount: '1200.00' } }
  expect(example).toEqual({ title: 'Diver 300 % steel', detail: null, valuation })
})

test('a preview of a grant uses the key of that grant', async () => {
  const found = await preview({ link: null, grantId: fixtures.grantId, scopes: ['detail'] })
  expect(found.scopes).toEqual([
    { scope: 'registry', count: 3 },
    { scope: 'detail', count: 1 },
  ])
})

test('a preview needs either a link or a grant', async () => {
  for (const wrong of [{ link: null }, { grantId: fixtures.grantId }]) {
    const variables = { link, scopes: ['registry'], filter: { type: 'all' }, ...wrong }
    expect(await codeFor(gateway, fixtures.bearer.client, PREVIEW, variables)).toBe(
      'invalid_parameter',
    )
  }
})

test('the example shows what the partner would see, by scope', async () => {
  const { clientId, registryId } = await fullClient(database)
  const token = await sessionOf(database, clientId)
  const { id, secret } = await keyWith(database, { firmId: fixtures.firmId })
  const [asset, shown] = ['Asset', 'AssetPreview'].map((name) =>
    selectAll(objectType(schema, name), {}),
  )
  const filter = { type: 'items', values: [registryId] }
  const document = `query ($scopes: [Scope!]!, $filter: GrantFilterInput!) {
    grantPreview(link: "${await linkTo(id)}", scopes: $scopes, filter: $filter) { example ${shown} } }`
  const read = `{ portfolio(clientId: "${clientId}") { asset(registryId: "${registryId}") ${asset} } }`
  for (const scopes of [SCOPES, ...SCOPES.map((scope) => [scope])]) {
    const { grantPreview } = await dataOf(gateway, token, document, { scopes, filter })
    const terms = { scopes, filter: { type: 'items', registryIds: [registryId] } } as const
    const grant = await grantWith(database, id, clientId, terms)
    const { portfolio } = await dataOf(gateway, secret, read)
    await revokeGrant(operator(prisma), { grantId: grant.id })
    const view = `${portfolio.asset.id}:${grant.scopes.join()}`
    const seen = withoutCursors({ ...portfolio.asset, id: view })
    expect(withoutCursors(grantPreview.example)).toEqual(seen)
  }
})

// A cursor is for one list and one reader.
function withoutCursors(value: object) {
  const cleared = (name: string, member: unknown) => (/cursor$/i.test(name) ? null : member)
  return JSON.parse(JSON.stringify(value, cleared))
}

const UNKNOWN = 'ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV'

const CHOICES = `query ($search: String, $category: Category, $first: Int) { grantChoices { id
  categories { category assetCount } collections { id: collectionId name assetCount }
  assets(search: $search, category: $category, first: $first) { registryId title category } } }`
const choices = async (variables: Record<string, unknown> = {}) =>
  (await dataOf(gateway, fixtures.bearer.client, CHOICES, variables)).grantChoices

test('the choices are those of the portfolio', async () => {
  const { id, categories, collections, assets } = await choices()
  expect(id).toBe(`${fixtures.clientId}:choices`)
  const counted = ['watches', 'art', 'coins'].map((category) => ({ category, assetCount: 1 }))
  expect(categories).toEqual(counted)
  const collection = { id: fixtures.collectionId, name: 'Quiet things', assetCount: 1 }
  expect(collections).toEqual([collection])
  expect(assets).toHaveLength(3)
  expect((await choices({ first: 1 })).assets).toHaveLength(1)
})

test('the choices are found by a part of the title, without wildcards, and in one category', async () => {
  for (const [title, variables] of [
    ['Diver 300 % steel', { search: 'DIVER' }],
    ['Diver 300 % steel', { search: '%' }],
    ['Diver 300 % steel', { category: 'watches' }],
    ['Seascape_blue', { search: '_' }],
  ] as const)
    expect((await choices(variables)).assets, title).toMatchObject([{ title }])
  for (const search of ['\\', "' OR true --", 'nothing'])
    expect((await choices({ search })).assets).toEqual([])
  expect((await choices({ category: 'watches', search: 'sea' })).assets).toEqual([])
  for (const variables of [{ search: 'x'.repeat(201) }, { search: 'a\0' }, { first: 51 }]) {
    expect(await codeFor(gateway, fixtures.bearer.client, CHOICES, variables)).toBe(
      'invalid_parameter',
    )
  }
})

const EXCEPT = `query ($grantId: ID!, $registryId: ID!) { grantChoices {
  assetsExcept(grantId: $grantId, registryId: $registryId) { registryId title category } } }`
const assetsExcept = (variables: object, key = fixtures.bearer.client) =>
  gateway.graphql(EXCEPT, {
    key,
    variables: { grantId: fixtures.grantId, registryId: fixtures.ids.watch, ...variables },
  })
const idsOf = async (filter: AssetFilter, registryId = fixtures.ids.watch) => {
  const { grantId } = await readerOf(database, fixtures.clientId, { filter })
  const { json } = await assetsExcept({ grantId, registryId })
  const assets: { registryId: string }[] = json.data.grantChoices.assetsExcept
  return assets.map((asset) => asset.registryId)
}

test('the assets that a grant shows except one are those inside its filter, whatever the filter', async () => {
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

test('the assets that a grant shows except one are null where they are more than a filter can name', async () => {
  const many = Array.from({ length: 1_002 }, (_, i) => ({
    ...{ type: 'asset', ref: `many-${i}`, title: 'One of many', category: 'coins' },
  }))
  const clientId = await clientWith(database, many)
  const { grantId } = await readerOf(database, clientId)
  const [asset] = await prisma.asset.findMany({ where: { clientId }, take: 1 })
  const variables = { grantId, registryId: asset?.registryId }
  const { json } = await assetsExcept(variables, await sessionOf(database, clientId))
  expect(json.data.grantChoices.assetsExcept).toBeNull()
})

test('the assets that a grant of another client shows, and those of none, are not told', async () => {
  const session = await sessionOf(database, await clientWith(database, []))
  expect(codeOf(await assetsExcept({}, session))).toBe('record_not_found')
  expect(codeOf(await assetsExcept({ grantId: 'grant_x' }))).toBe('record_not_found')
  expect(codeOf(await assetsExcept({ registryId: 'x' }))).toBe('asset_not_found')
  expect(codeOf(await assetsExcept({}, fixtures.bearer.admin))).toBe('caller_not_allowed')
})
