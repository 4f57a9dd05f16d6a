import { beforeAll, expect, test } from 'vitest'
import type { AssetFilter } from '../../../src/access/asset-filter.ts'
import type { Scope } from '../../../src/access/scopes.ts'
import { CATEGORIES, type Category } from '../../../src/values/categories.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, importRecords, readerOf } from '../../support/portfolio.ts'
import { testReader } from '../../support/reader.ts'
import { codeOf } from '../portal/fixtures.ts'
import { walkPages } from '../walk.ts'
import { asset, units } from './figures.ts'

const gateway = testGateway()
const { database } = gateway

const ASSETS = [
  asset('a', 'b', 'art', '10'),
  { ...asset('b', 'B', 'art', '9.9999'), insurance_value: '9.9998' },
  asset('c', 'a', 'coins', null),
  { ...asset('d', 'same', 'coins', '5'), insurance_value: '5.0000' },
  { ...asset('e', 'same', 'art', '5.0000'), insurance_value: '4' },
  asset('f', 'Zürich', 'art', '123456789012345678.1234'),
  asset('g', '🙂', 'coins', '0'),
  asset('h', 'é', 'watches', null),
  asset('i', 'Ärzte', 'coins', null),
  asset('j', 'zebra', 'art', null),
]
const ORDERS = ['market_value', 'title', 'category', 'updated_at'].flatMap((field) =>
  ['asc', 'desc'].map((direction) => ({ field, direction })),
)

const reader = testReader(gateway, ASSETS)
let registry = ''

beforeAll(async () => {
  // Each import has its own instant, and some assets share one.
  for (const [i, record] of [ASSETS[3], ASSETS[0], ASSETS[6]].entries())
    await importRecords(database, reader.clientId, [{ ...record, notes: `note ${i}` }])
  registry = (await readerOf(database, reader.clientId, { scopes: ['registry'] })).secret
})

const QUERY = `query ($clientId: ID!, $filter: AssetListing, $orderBy: AssetOrder, $first: Int, $after: String) {
  portfolio(clientId: $clientId) { assets(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    totalCount sync { mode asOf } nodes { registryId title category updatedAt valuation { marketValue { amount } } }
    pageInfo { hasNextPage endCursor } } } }`

const ask = (variables: object, key = reader.key) =>
  gateway.graphql(QUERY, { key, variables: { clientId: reader.clientId, ...variables } })

async function walk(variables: object, first: number, key = reader.key): Promise<Node[]> {
  const pages = await walkPages(async (after) => {
    const { json } = await ask({ ...variables, first, after }, key)
    expect(json.errors).toBeUndefined()
    return json.data.portfolio.assets
  })
  return pages.flatMap(({ nodes }) => nodes)
}

interface Node {
  readonly registryId: string
  readonly title: string
  readonly category: Category
  readonly updatedAt: string
  readonly valuation: { readonly marketValue: { readonly amount: string } | null } | null
}

// As in a dictionary.
const TITLES = ['🙂', 'a', 'Ärzte', 'b', 'B', 'é', 'same', 'zebra', 'Zürich']

const VALUES: Record<string, (node: Node) => bigint> = {
  market_value: ({ valuation }) => units(valuation?.marketValue?.amount ?? '-1'),
  title: ({ title }) => BigInt(TITLES.indexOf(title)),
  category: ({ category }) => BigInt(CATEGORIES.indexOf(category)),
  updated_at: ({ updatedAt }) => BigInt(Date.parse(updatedAt)),
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other)
}

test('a list is sorted in each order, and each walk through it is the same', async () => {
  for (const orderBy of ORDERS) {
    const placeOf = VALUES[orderBy.field] ?? (() => 0n)
    const sign = orderBy.direction === 'asc' ? 1 : -1
    const whole = await walk({ orderBy }, 100)
    expect(whole).toHaveLength(ASSETS.length)
    const sorted = [...whole].sort(
      (one, other) =>
        sign *
        (compare(placeOf(one), placeOf(other)) || (one.registryId < other.registryId ? -1 : 1)),
    )
    expect(whole, JSON.stringify(orderBy)).toEqual(sorted)
    for (const size of [1, 3]) expect(await walk({ orderBy }, size)).toEqual(whole)
    const filter = { category: 'art', search: 'same', minValue: '1' }
    const found = await walk({ orderBy, filter }, 1)
    expect(found.map(({ title }) => title)).toEqual(['same'])
  }
})

test('the underinsured assets are those whose insurance value is below their market value', async () => {
  const filter = { underinsured: true }
  const found = await walk({ orderBy: { field: 'title' }, filter }, 1)
  expect(found.map(({ title }) => title)).toEqual(['B', 'same'])
  expect(await walk({ filter: { ...filter, category: 'coins' } }, 5)).toEqual([])
  const { assets } = (await ask({ filter })).json.data.portfolio
  expect([assets.totalCount, assets.sync.asOf]).toEqual([2, null])
})

test('a cursor is of its order alone', async () => {
  const cursorOf = async (variables: object, key = reader.key) =>
    (await ask({ first: 1, ...variables }, key)).json.data.portfolio.assets.pageInfo.endCursor
  const other = (await readerOf(database, reader.clientId)).secret
  for (const orderBy of ORDERS) {
    const turned = { ...orderBy, direction: orderBy.direction === 'asc' ? 'desc' : 'asc' }
    const field = orderBy.field === 'title' ? 'market_value' : 'title'
    for (const after of [
      await cursorOf({}),
      await cursorOf({ orderBy: turned }),
      await cursorOf({ orderBy: { ...orderBy, field } }),
      await cursorOf({ orderBy, filter: { search: 'a' } }),
      await cursorOf({ orderBy, filter: { underinsured: true } }),
      await cursorOf({ orderBy }, other),
      'bm9uZQ',
    ])
      expect(codeOf(await ask({ orderBy, after })), field).toBe('invalid_parameter')
    const after = await cursorOf({ orderBy })
    expect(codeOf(await ask({ after }))).toBe('invalid_parameter')
  }
})

test('an order starts no delta sync, and no delta has an order', async () => {
  for (const orderBy of ORDERS) {
    const { assets } = (await ask({ orderBy })).json.data.portfolio
    expect([assets.totalCount, assets.sync]).toEqual([ASSETS.length, { mode: 'full', asOf: null }])
    const delta = await ask({ orderBy, filter: { updatedSince: '2020-01-01' } })
    expect(codeOf(delta)).toBe('invalid_parameter')
  }
})

test('an order by a value without the valuation scope is refused, and tells nothing', async () => {
  const texts = new Set<string>()
  for (const direction of ['asc', 'desc'])
    for (const first of [1, 100]) {
      const reply = await ask({ orderBy: { field: 'market_value', direction }, first }, registry)
      expect(codeOf(reply)).toBe('insufficient_scope')
      texts.add(reply.text.replace(/"request_id":"[^"]+"/, ''))
    }
  expect(texts.size).toBe(1)
  expect([...texts][0]).not.toMatch(/ORY-|same|endCursor/)
})

test('an order by change follows what the grant shows, and no other change', async () => {
  const orderBy = { field: 'updated_at', direction: 'desc' }
  const before = await walk({ orderBy }, 100, registry)
  const hidden = { ...ASSETS[1], notes: 'hidden from the registry scope' }
  await importRecords(database, reader.clientId, [hidden])
  expect(await walk({ orderBy }, 100, registry)).toEqual(before)
  const [first] = await walk({ orderBy }, 100)
  expect(first?.title).toBe('B')
  await importRecords(database, reader.clientId, [{ ...ASSETS[2], title: 'changed' }])
  expect((await walk({ orderBy }, 2, registry))[0]?.title).toBe('changed')
})

test('changes of some scopes are in order, in pages of each size', async () => {
  const joined = (ref: string, value: string, title = ref) => {
    return { ...asset(ref, title, 'art', value), collections: ['c'] }
  }
  // More changes than a page reads of each time, so that some pages are found by all assets.
  const refs = Array.from({ length: 42 }, (_, i) => `a${i}`)
  const client = await clientWith(database, [
    { type: 'collection', ref: 'c', name: 'C' },
    ...[...refs.map((ref) => joined(ref, '1')), asset('d', 'd', 'art', '1')],
  ])
  const titled = refs.slice(1, 23)
  for (const changed of [
    [joined('a0', '2')],
    titled.map((ref) => joined(ref, '1', `${ref} titled`)),
    titled.slice(1).map((ref) => joined(ref, '2', `${ref} titled`)),
    [joined('d', '1')],
  ])
    await importRecords(database, client, changed)
  const { id } = await database.prisma.collection.findFirstOrThrow({ where: { clientId: client } })
  const keyOf = async (scopes: Scope[], filter?: AssetFilter) =>
    (await readerOf(database, client, { scopes, ...(filter && { filter }) })).secret
  const inCollection = { type: 'collection', collectionId: id } as const
  const time = ({ updatedAt }: Node) => updatedAt
  for (const key of [
    await keyOf(['registry', 'valuation']),
    await keyOf(['registry', 'valuation'], inCollection),
    await keyOf(['registry', 'detail', 'estate']),
    await keyOf(['registry', 'detail', 'estate'], inCollection),
  ]) {
    const listed = (direction: string, size: number) =>
      walk({ clientId: client, orderBy: { field: 'updated_at', direction } }, size, key)
    const oldest = await listed('asc', 100)
    expect(oldest.map(time)).toEqual(oldest.map(time).sort())
    expect(await listed('desc', 100)).toEqual(oldest.toReversed())
    expect(oldest).toHaveLength(43)
    for (const size of [1, 5]) {
      expect(await listed('asc', size)).toEqual(oldest)
      expect(await listed('desc', size)).toEqual(oldest.toReversed())
    }
  }
})
