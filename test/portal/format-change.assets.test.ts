import { describe, expect, test } from 'vitest'
import { formatChanges } from '../../src/portal/domain/history/format-change.ts'
import { type Change, changed, set } from './changes.ts'

const ASSETS = Array.from({ length: 1_000 }, (_, at) => `asset-${at}`)
describe('the assets of a grant', () => {
  const items = ASSETS.slice(0, 30)
  test.each<[string, readonly Change[], string]>([
    [
      'all',
      [set('asset_filter', 'all'), set('filter_values', [])],
      'All assets, including those added later',
    ],
    [
      'categories',
      [set('asset_filter', 'category'), set('filter_values', ['watches', 'wine'])],
      'Everything in Watches and Wine',
    ],
    [
      'a collection',
      [set('asset_filter', 'collection'), set('filter_values', ['c1'])],
      'The collection “Insured”',
    ],
    [
      '30 chosen assets',
      [set('asset_filter', 'items'), set('filter_values', items)],
      '30 chosen assets: asset-0, asset-1, asset-2 and 27 more',
    ],
    [
      '1,000 chosen assets',
      [set('filter_values', ASSETS), set('asset_filter', 'items')],
      '1,000 chosen assets: asset-0, asset-1, asset-2 and 997 more',
    ],
    [
      'one more',
      [set('asset_filter', 'items'), changed('filter_values', items, [...items, 'a1'])],
      '1 asset added (Diver)',
    ],
    [
      'two more and one less',
      [
        set('asset_filter', 'items'),
        changed('filter_values', items, [...items.slice(1), 'a1', 'a2']),
      ],
      '2 assets added (Diver and Seascape), 1 asset removed (asset-0)',
    ],
    [
      '1,000 others',
      [set('asset_filter', 'items'), changed('filter_values', ['a1'], ASSETS)],
      '1,000 assets added (asset-0, asset-1, asset-2, asset-3, asset-4 and 995 more), 1 asset removed (Diver)',
    ],
    [
      'one for another',
      [set('asset_filter', 'items'), changed('filter_values', ['a1'], ['a2'])],
      '1 asset added (Seascape), 1 asset removed (Diver)',
    ],
    [
      'another category',
      [set('asset_filter', 'category'), changed('filter_values', ['art'], ['art', 'wine'])],
      '1 category added (Wine)',
    ],
    [
      'another collection',
      [set('asset_filter', 'collection'), changed('filter_values', ['c2'], ['c1'])],
      'The collection “c2” → The collection “Insured”',
    ],
    [
      'chosen assets in place of all',
      [changed('asset_filter', 'all', 'items'), changed('filter_values', [], ['a1', 'a2'])],
      'All assets, including those added later → 2 chosen assets: Diver and Seascape',
    ],
    [
      'a category in place of chosen assets',
      [changed('asset_filter', 'items', 'category'), changed('filter_values', items, ['art'])],
      '30 chosen assets: asset-0, asset-1, asset-2 and 27 more → Everything in Art',
    ],
    [
      'an unknown category',
      [set('asset_filter', 'category'), set('filter_values', ['planes'])],
      'Everything in planes',
    ],
    [
      'an unknown type',
      [set('asset_filter', 'tagged'), set('filter_values', ['x', 'y'])],
      'tagged: x and y',
    ],
    ['a type alone', [set('asset_filter', 'all')], 'All assets, including those added later'],
    ['values alone', [set('filter_values', ['x'])], 'x'],
  ])('%s', (_name, changes, text) => {
    expect(formatChanges(changes)).toEqual([['Assets', text]])
  })
})
