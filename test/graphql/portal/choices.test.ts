import { beforeAll, describe, expect, test } from 'vitest'
import type { AssetFilter } from '../../../src/access/asset-filter.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../../support/portfolio.ts'
import { sessionOf } from '../../support/session.ts'
import { codeOf, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
const UNKNOWN = 'ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV'
let fixtures: Fixtures

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
