import { expect, test } from 'vitest'
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
import { takenRows } from '../support/tables.ts'

const ID = 'ORY-PM-01ARZ3NDEKTSV4RRFFQ69G5FAV'
const OTHER = 'ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAW'
const COLLECTION = 'collection_01ARZ3NDEKTSV4RRFFQ69G5FAV'
const rejection = { code: 'invalid_parameter' }

const GOOD: [string, AssetFilter][] = [
  ['all', { type: 'all' }],
  ['category:PM', { type: 'category', categories: ['precious_metals'] }],
  ['category:pm, watches,WT', { type: 'category', categories: ['precious_metals', 'watches'] }],
  [`items:${ID}`, { type: 'items', registryIds: [ID] }],
  [`items:${ID},${OTHER},${ID}`, { type: 'items', registryIds: [ID, OTHER] }],
  [`collection:${COLLECTION}`, { type: 'collection', collectionId: COLLECTION }],
]

const BAD = [
  ...['', ' ', 'ALL', 'All', 'all ', 'all:', 'all:PM', '*', 'category', 'category:', 'category:,,'],
  ...['category:PM,', 'category:PM,XX', 'category:all', 'category:*', 'items', 'items:', 'items:*'],
  ...[`items:${ID},`, `items:${ID.toLowerCase()}`, `items:${ID}' OR true --`, `items:${ID}\0`],
  ...['items:ORY-PM-01ARZ3NDEKTSV4RRFFQ69G5FAU', 'collection', 'collection:', 'collection:all'],
  ...[`collection:${COLLECTION},${COLLECTION}`, `collection:${COLLECTION}x`, 'none', ':'],
  ...['categories:PM', '__proto__:x', 'constructor'],
]

test('the written form is there for every type, and comes back from storage as it was', () => {
  expect(new Set(GOOD.map(([, { type }]) => type))).toEqual(new Set(ASSET_FILTER_TYPES))
  for (const [text, filter] of GOOD) {
    expect.soft(parseAssetFilter(text), text).toEqual(filter)
    const stored = createAssetFilter(filter.type, filterValues(parseAssetFilter(text)))
    expect.soft(stored, text).toEqual(filter)
  }
})

test('the written form is rejected where it is not exact', () => {
  expect(takenRows(BAD, parseAssetFilter, rejection)).toEqual([])
})

test('the written form items takes 1,000 ids, not one more', () => {
  const ids = Array.from(
    { length: 1001 },
    (_, i) => `${ID.slice(0, -4)}${String(i).padStart(4, '0')}`,
  )
  expect(filterValues(createAssetFilter('items', ids.slice(1)))).toHaveLength(1000)
  expect(takenRows([ids], (each) => createAssetFilter('items', each), rejection)).toEqual([])
})

// A stored filter is read exactly or rejected. It never shows more.
test('a stored filter is read exactly or rejected, and an empty list matches nothing', () => {
  const damaged: readonly (readonly [string, string[]])[] = [
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
  ]
  const create = ([type, values]: (typeof damaged)[number]) => createAssetFilter(type, values)
  expect(takenRows(damaged, create, rejection)).toEqual([])
  for (const type of ['category', 'items'] as const) {
    const filter = createAssetFilter(type, [])
    expect([filter.type, filterValues(filter)]).toEqual([type, []])
  }
})

const OPEN = {
  clientId: 'user_x',
  scopes: new Set<Scope>(),
  completeFrom: new Date(0),
  changedUntil: new Date(0),
}
test('as a condition always names the client, and puts no value into the text', () => {
  // A tombstone has the instant from which deltas are complete as well.
  for (const [, filter] of GOOD)
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
