import { describe, expect, test } from 'vitest'
import { visibleAsset, visibleTombstone } from '../../src/access/asset-filter.sql.ts'
import {
  ASSET_FILTER_TYPES,
  type AssetFilter,
  createAssetFilter,
  filterValues,
  parseAssetFilter,
} from '../../src/access/asset-filter.ts'
import type { Scope } from '../../src/access/scopes.ts'
import { Params } from '../../src/database/statement.ts'

const ID = 'ORY-PM-01ARZ3NDEKTSV4RRFFQ69G5FAV'
const OTHER = 'ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAW'
const COLLECTION = 'collection_01ARZ3NDEKTSV4RRFFQ69G5FAV'
const rejection = expect.objectContaining({ code: 'invalid_parameter' })

const GOOD: [string, AssetFilter][] = [
  ['all', { type: 'all' }],
  ['category:PM', { type: 'category', categories: ['precious_metals'] }],
  ['category:pm, watches,WT', { type: 'category', categories: ['precious_metals', 'watches'] }],
  [`items:${ID}`, { type: 'items', registryIds: [ID] }],
  [`items:${ID},${OTHER},${ID}`, { type: 'items', registryIds: [ID, OTHER] }],
  [`collection:${COLLECTION}`, { type: 'collection', collectionId: COLLECTION }],
]

describe('the written form', () => {
  test('is there for every type', () => {
    expect(new Set(GOOD.map(([, { type }]) => type))).toEqual(new Set(ASSET_FILTER_TYPES))
  })

  test.each(GOOD)('%s', (text, filter) => {
    expect(parseAssetFilter(text)).toEqual(filter)
  })

  test.each(GOOD)('%s comes back from storage as it was', (text, filter) => {
    expect(createAssetFilter(filter.type, filterValues(parseAssetFilter(text)))).toEqual(filter)
  })

  test.each([
    '',
    ' ',
    'ALL',
    'All',
    'all ',
    'all:',
    'all:PM',
    '*',
    'category',
    'category:',
    'category:,',
    'category:PM,',
    'category:PM,XX',
    'category:all',
    'category:*',
    'items',
    'items:',
    'items:*',
    `items:${ID},`,
    `items:${ID.toLowerCase()}`,
    `items:${ID}' OR true --`,
    `items:${ID}\0`,
    'items:ORY-PM-01ARZ3NDEKTSV4RRFFQ69G5FAU',
    'collection',
    'collection:',
    'collection:all',
    `collection:${COLLECTION},${COLLECTION}`,
    `collection:${COLLECTION}x`,
    'none',
    'categories:PM',
    ':',
    '__proto__:x',
    'constructor',
  ])('rejects %j', (text) => {
    expect(() => parseAssetFilter(text)).toThrow(rejection)
  })

  test('items takes 1,000 ids, not one more', () => {
    const ids = Array.from(
      { length: 1001 },
      (_, i) => `${ID.slice(0, -4)}${String(i).padStart(4, '0')}`,
    )
    expect(filterValues(createAssetFilter('items', ids.slice(1)))).toHaveLength(1000)
    expect(() => createAssetFilter('items', ids)).toThrow(rejection)
  })
})

// A stored filter is read exactly or rejected. It never shows more.
describe('from storage', () => {
  test.each([
    ['all', ['PM']],
    ['ALL', []],
    ['', []],
    ['none', []],
    ['category', ['all']],
    ['category', ['%']],
    ['items', ['%']],
    ['items', [`${ID} `]],
    ['collection', []],
    ['collection', [COLLECTION, COLLECTION]],
  ])('%s with %j is rejected', (type, values) => {
    expect(() => createAssetFilter(type, values)).toThrow(rejection)
  })

  test.each([
    ['category'],
    ['items'],
  ] as const)('%s with an empty list stays one that matches nothing', (type) => {
    const filter = createAssetFilter(type, [])
    expect(filter.type).toBe(type)
    expect(filterValues(filter)).toEqual([])
  })
})

describe('as a condition', () => {
  const OPEN = {
    clientId: 'user_x',
    scopes: new Set<Scope>(),
    completeFrom: new Date(0),
    clockUntil: new Date(0),
    deltaUntil: new Date(0),
  }
  test.each(GOOD)('%s always names the client, and puts no value into the text', (_, filter) => {
    // A tombstone has the instant from which deltas are complete as well.
    for (const [condition, count] of [
      [visibleAsset, 1],
      [visibleTombstone, 2],
    ] as const) {
      const params = new Params()
      const sql = condition({ ...OPEN, filter }, 'a', params)
      expect(sql).toMatch(/^a\.client_id = \$1( AND |$)/)
      expect(sql).not.toContain('user_x')
      expect(params.values[0]).toBe('user_x')
      for (const value of filterValues(filter)) expect(sql).not.toContain(value)
      expect(params.values).toHaveLength(count + (filter.type === 'all' ? 0 : 1))
    }
  })

  test.each([
    ['items', 'registry_id = ANY'],
    ['category', 'category = ANY'],
  ] as const)('of an empty list of %s is bound to the empty list', (type, condition) => {
    const params = new Params()
    const filter = createAssetFilter(type, [])
    const sql = visibleAsset({ ...OPEN, filter }, 'a', params)
    expect(sql).toContain(condition)
    expect(params.values).toEqual(['user_x', []])
  })
})
