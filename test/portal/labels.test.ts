import { describe, expect, test } from 'vitest'
import { CATEGORY_WORDS, SCOPE_WORDS } from '../../src/modules/grants/terms-in-words.ts'
import { formatAction } from '../../src/portal/domain/history/actions.ts'
import type { AssetFilterType } from '../../src/portal/generated/graphql.ts'
import {
  FILTER_TYPES,
  formatFilter,
  formatFilterCount,
  formatFirst,
  isFilterType,
} from '../../src/portal/words/asset-filter.ts'
import { CATEGORIES, formatCategory, isCategory } from '../../src/portal/words/categories.ts'
import { formatRecordedOverlap } from '../../src/portal/words/overlaps.ts'
import { formatPlan } from '../../src/portal/words/plan.ts'
import { formatRateLimit } from '../../src/portal/words/rate-limit.ts'
import { ALL_SCOPES, formatScope, formatScopes } from '../../src/portal/words/scopes.ts'
import { testTable } from '../support/test-table.ts'

// Every object has members of these names.
const INHERITED = ['constructor', 'toString', '__proto__', 'hasOwnProperty']

test('scopes are listed in the order of the documentation', () => {
  expect(formatScopes(ALL_SCOPES)).toBe(
    'Basic information, Valuation, Details, Category details, Documentation, Estate and Verification',
  )
  expect(formatScopes(['estate', 'registry'])).toBe('Estate and Basic information')
  expect(formatScopes([])).toBe('')
})

testTable<[string, boolean, string]>([
  ['precious_metals', true, 'Precious metals'],
  ['wine', true, 'Wine'],
  ['Wine', false, 'Wine'],
  ['spaceships', false, 'spaceships'],
  ['', false, ''],
  ...INHERITED.map((name): [string, boolean, string] => [name, false, name]),
])('are known by their code', (slug, known, label) => {
  expect([isCategory(slug), formatCategory(slug)]).toEqual([known, label])
})

describe('a filter', () => {
  const values = (...labels: string[]) => labels.map((label) => ({ id: label, label }))

  const forClient: [AssetFilterType, number, string[], string][] = [
    ['all', 0, [], 'All assets, including those added later'],
    ['category', 2, ['watches', 'wine'], 'Everything in Watches and Wine'],
    ['category', 1, ['spaceships'], 'Everything in spaceships'],
    ['items', 1, ['Speedmaster'], '1 chosen asset: Speedmaster'],
    ['items', 4, ['A', 'B', 'C', 'D'], '4 chosen assets: A, B, C and D'],
    ['items', 5, ['A', 'B', 'C', 'D', 'E'], '5 chosen assets: A, B, C and 2 more'],
    ['collection', 1, ['Insured'], 'The collection “Insured”'],
    ['collection', 1, [], 'The collection “”'],
  ]
  const forFirm: [AssetFilterType, number, string][] = [
    ['all', 0, 'All assets'],
    ['category', 1, '1 category'],
    ['category', 12, '12 categories'],
    ['items', 1, '1 asset'],
    ['items', 1_000, '1,000 assets'],
    ['collection', 1, 'One collection'],
  ]

  testTable([
    ['the client', forClient],
    ['the firm', forFirm],
  ] as const)('is described for every type', (_, cases) => {
    const types = cases.map(([type]) => type)
    expect(new Set(types)).toEqual(new Set(Object.keys(FILTER_TYPES)))
  })

  testTable(forClient)('is described for the client', (type, count, labels, expected) => {
    expect(formatFilter({ type, count, values: values(...labels) })).toBe(expected)
  })

  testTable(forFirm)('is described for the firm', (type, count, expected) => {
    expect(formatFilterCount({ type, count })).toBe(expected)
  })

  testTable([
    [['A'], 1, 'A'],
    [['A', 'B', 'C', 'D'], 4, 'A, B, C and D'],
    [['A', 'B', 'C', 'D', 'E'], 5, 'A, B, C and 2 more'],
    [['A', 'B', 'C', 'D', 'E'], 1_000, 'A, B, C and 997 more'],
    [['A'], 3, 'A and 2 more'],
    [[], 0, ''],
    [[], 2, '2 more'],
  ])('of many names is shortened', (names, count, expected) => {
    expect(formatFirst(names, count)).toBe(expected)
  })

  testTable([
    ['all', true],
    ['collection', true],
    ['everything', false],
    ['', false],
    ...INHERITED.map((name): [string, boolean] => [name, false]),
  ])('is of a known type', (type, expected) => {
    expect(isFilterType(type)).toBe(expected)
  })
})

testTable([
  ['enterprise', 'active', 'Enterprise'],
  ['enterprise', 'past_due', 'Enterprise, past due'],
  ['standard', 'canceled', 'Standard, cancelled'],
] as const)('a plan has a label', (plan, planState, expected) => {
  expect(formatPlan({ plan, planState })).toBe(expected)
})

testTable([
  ['standard', 1_000, 'Standard, 1,000 per minute'],
  ['sandbox', 60, 'Sandbox, 60 per minute'],
] as const)('a tier has a label', (tier, requestsPerMinute, expected) => {
  expect(formatRateLimit({ tier, requestsPerMinute })).toBe(expected)
})

testTable([
  ['0', 'Not at all'],
  ['1h', '1 hour'],
  ['24h', '24 hours'],
  ['7d', '7 days'],
  ['30d', '30d'],
  ...INHERITED.map((name): [string, string] => [name, name]),
])('a recorded overlap has a label', (recorded, expected) => {
  expect(formatRecordedOverlap(recorded)).toBe(expected)
})

testTable([
  ['category_detail', 'Category details'],
  ['everything', 'everything'],
  ...INHERITED.map((name): [string, string] => [name, name]),
])('a scope has a label', (name, expected) => {
  expect(formatScope(name)).toBe(expected)
})

testTable([
  ['key.rolled', 'API key secret rotated'],
  ['something.new_here', 'something new here'],
  ...INHERITED.map((name): [string, string] => [name, name.replaceAll('_', ' ')]),
])('an action has a label', (action, expected) => {
  expect(formatAction(action)).toBe(expected)
})

test('the words of the consent sentence, which the server writes, are those of the pages', () => {
  expect(CATEGORIES).toEqual(CATEGORY_WORDS)
  for (const scope of ALL_SCOPES) expect(SCOPE_WORDS[scope]).toMatch(`${formatScope(scope)} (`)
})
