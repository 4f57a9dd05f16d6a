import { describe, expect, test } from 'vitest'
import { proposeWithout } from '../../src/portal/client/connections/without-asset.ts'
import { summarizeTerms } from '../../src/portal/client/terms/summary.ts'
import { EMPTY_FILTER, type FilterChoice } from '../../src/portal/client/terms/terms.ts'
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
const WINE = { ...EMPTY_FILTER, type: 'category', categories: ['wine'] }

testTable([
  ['all assets', propose('all', []), ITEMS, /^They still see 1 other asset /],
  ['all, without a plan', propose('all', [], { plan: false }), ITEMS, /^They still see/],
  ['a category', propose('category', ['art']), ITEMS, /do not see assets that you add later/],
  ['a collection', propose('collection', ['c']), ITEMS, /do not see assets that you add later/],
  ['some assets', propose('items', ['ORY-1', 'ORY-2']), ITEMS, /^Nothing else changes/],
  ['some, without a plan', propose('items', ['a'], { plan: false }), ITEMS, /^Nothing else/],
  ['too many', propose('all', [], { others: null }), WINE, /whole category Art, with 3 assets/],
  [
    'categories, without a plan',
    propose('category', ['art', 'wine'], { plan: false }),
    WINE,
    /whole category Art/,
  ],
  ['one category, without a plan', propose('category', ['art'], { plan: false }), null, /cannot/],
  ['a collection, without a plan', propose('collection', ['c'], { plan: false }), null, /cannot/],
  ['a large collection', propose('collection', ['c'], { others: null }), null, /cannot/],
  ['nothing else', propose('all', [], { others: [] }), null, /^This connection shows this asset/],
])('are those of the filter without it', (_what, { filter, note }, expected, says) => {
  expect(filter).toEqual(expected)
  expect(note).toMatch(says)
})

describe('who, what and until when', () => {
  const summarize = (filter: Partial<FilterChoice>, expiresAt: string | null = null) =>
    summarizeTerms({
      ...{ firm: 'Hale Estates', expiresAt },
      choice: {
        scopes: ['valuation'],
        filter: { ...EMPTY_FILTER, ...filter },
        expiry: { kind: 'none', date: '' },
      },
    })

  test('are three lines to the person', () => {
    expect(summarize({ type: 'all' }, '2027-03-12T12:00:00Z')).toEqual([
      'You let Hale Estates see assets of your portfolio.',
      'They see all assets, also those added later: Basic information and Valuation.',
      'It ends on 12 Mar 2027. You can end it earlier at any time.',
    ])
  })

  testTable([
    [{ type: 'category', categories: ['art', 'wine'] }, /everything in Art and Wine, also what/],
    [{ type: 'items', items: OTHERS }, /see 1 chosen asset, and none that is added later/],
    [{ type: 'collection', collectionId: 'c' }, /one collection, as it changes/],
  ] as const)('are told for every filter', (filter, says) => {
    const [, what, until] = summarize(filter)
    expect(what).toMatch(says)
    expect(until).toBe('There is no end date. You can end it at any time.')
  })

  test('say nothing before assets are chosen', () => {
    expect(summarize({ type: null })).toEqual([])
  })
})
