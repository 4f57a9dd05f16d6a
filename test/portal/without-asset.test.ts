import { expect } from 'vitest'
import { proposeWithout } from '../../src/portal/client/connections/without-asset.ts'
import { EMPTY_FILTER } from '../../src/portal/client/terms/terms.ts'
import type { AssetFilterType } from '../../src/portal/generated/graphql.ts'
import { testTable } from '../support/test-table.ts'

const OTHERS = [{ id: 'ORY-1', label: 'Cup' }]
const CATEGORIES = [
  { category: 'art' as const, assetCount: 3 },
  { category: 'wine' as const, assetCount: 1 },
]

function propose(
  type: AssetFilterType,
  ids: readonly string[],
  more: { others?: typeof OTHERS | null; plan?: boolean } = {},
) {
  const { others = OTHERS, plan = true } = more
  const values = ids.map((id) => ({ id, label: id }))
  const grant = { filter: { type, count: ids.length, values }, key: { hasEnterprisePlan: plan } }
  return proposeWithout(grant, { category: 'art', others, categories: CATEGORIES })
}

const ITEMS = { ...EMPTY_FILTER, type: 'items', items: OTHERS }
const WINE = { ...EMPTY_FILTER, type: 'category', category: [{ id: 'wine', label: 'Wine' }] }

testTable([
  ['all assets', propose('all', []), ITEMS, /^They still see 1 other asset /],
  ['a category', propose('category', ['art']), ITEMS, /do not see assets that you add later/],
  ['a collection', propose('collection', ['c']), ITEMS, /do not see assets that you add later/],
  ['some assets', propose('items', ['ORY-1', 'ORY-2']), ITEMS, /^Nothing else changes/],
  ['too many', propose('all', [], { others: null }), WINE, /whole category Art, with 3 assets/],
  [
    'categories, without a plan',
    propose('category', ['art', 'wine'], { plan: false }),
    WINE,
    /whole category Art/,
  ],
  ['one category, without a plan', propose('category', ['art'], { plan: false }), null, /cannot/],
  ['a large collection', propose('collection', ['c'], { others: null }), null, /cannot/],
  ['nothing else', propose('all', [], { others: [] }), null, /^This connection shows this asset/],
])('are those of the filter without it', (_what, { filter, note }, expected, says) => {
  expect(filter).toEqual(expected)
  expect(note).toMatch(says)
})
