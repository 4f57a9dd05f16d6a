import { expect, test } from 'vitest'
import { CATEGORY_WORDS, SCOPE_WORDS } from '../../src/modules/grants/terms-in-words.ts'
import { formatAction } from '../../src/portal/domain/history/actions.ts'
import type { AssetFilterType } from '../../src/portal/generated/graphql.ts'
import {
  formatFilter,
  formatFilterCount,
  isFilterType,
} from '../../src/portal/words/asset-filter.ts'
import { CATEGORIES, formatCategory, isCategory } from '../../src/portal/words/categories.ts'
import { formatRecordedOverlap } from '../../src/portal/words/overlaps.ts'
import { ALL_SCOPES, formatScope } from '../../src/portal/words/scopes.ts'
import { testTable } from '../support/test-table.ts'

testTable<[AssetFilterType, number, string[], client: string, firm: string]>([
  ['all', 0, [], 'All assets, including those added later', 'All assets'],
  ['category', 2, ['watches', 'planes'], 'Everything in Watches and planes', '2 categories'],
  ['items', 1, ['Diver'], '1 chosen asset: Diver', '1 asset'],
  ['items', 4, ['A', 'B', 'C', 'D'], '4 chosen assets: A, B, C and D', '4 assets'],
  [
    'items',
    1_000,
    ['A', 'B', 'C', 'D'],
    '1,000 chosen assets: A, B, C and 997 more',
    '1,000 assets',
  ],
  ['collection', 1, [], 'The collection “”', 'One collection'],
])('a filter is described for the client and for the firm', (type, count, labels, client, firm) => {
  const values = labels.map((label) => ({ id: label, label }))
  expect(formatFilter({ type, count, values })).toBe(client)
  expect(formatFilterCount({ type, count })).toBe(firm)
})

// Every object has members of these names.
const INHERITED = ['constructor', 'toString', '__proto__', 'hasOwnProperty']

testTable([...INHERITED, 'spaceships', ''])('a name that is not known is its own label', (name) => {
  expect([isCategory(name), isFilterType(name)]).toEqual([false, false])
  const labels = [formatCategory(name), formatRecordedOverlap(name), formatScope(name)]
  expect(labels).toEqual([name, name, name])
  expect(formatAction(name)).toBe(name.replaceAll('_', ' '))
})

test('the words of the consent sentence, which the server writes, are those of the pages', () => {
  expect(CATEGORIES).toEqual(CATEGORY_WORDS)
  for (const scope of ALL_SCOPES) expect(SCOPE_WORDS[scope]).toMatch(`${formatScope(scope)} (`)
})
