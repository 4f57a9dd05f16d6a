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
import {
  DEFAULT_OVERLAP,
  formatRecordedOverlap,
  OVERLAPS,
} from '../../src/portal/words/overlaps.ts'
import { formatPlan } from '../../src/portal/words/plan.ts'
import { formatRateLimit } from '../../src/portal/words/rate-limit.ts'
import { ALL_SCOPES, formatScope, formatScopes } from '../../src/portal/words/scopes.ts'

// Every object has members of these names.
const INHERITED = ['constructor', 'toString', '__proto__', 'hasOwnProperty']

test('scopes are listed in the order of the documentation', () => {
  expect(formatScopes(ALL_SCOPES)).toBe(
    'Basic information, Valuation, Details, Category details, Documentation, Estate and Verification',
  )
  expect(formatScopes(['estate', 'registry'])).toBe('Estate and Basic information')
  expect(formatScopes([])).toBe('')
})

describe('categories', () => {
  test.each<[string, boolean, string]>([
    ['precious_metals', true, 'Precious metals'],
    ['wine', true, 'Wine'],
    ['Wine', false, 'Wine'],
    ['spaceships', false, 'spaceships'],
    ['', false, ''],
    ...INHERITED.map((name): [string, boolean, string] => [name, false, name]),
  ])('%j is a category: %s', (slug, known, label) => {
    expect([isCategory(slug), formatCategory(slug)]).toEqual([known, label])
  })
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

  test.each([
    ['the client', forClient],
    ['the firm', forFirm],
  ] as const)('is tested for every type, for %s', (_, cases) => {
    const types = cases.map(([type]) => type)
    expect(new Set(types)).toEqual(new Set(Object.keys(FILTER_TYPES)))
  })

  test.each(
    forClient,
  )('of the type %s with %s values, for the client: $3', (type, count, labels, expected) => {
    expect(formatFilter({ type, count, values: values(...labels) })).toBe(expected)
  })

  test.each(forFirm)('of the type %s with %s values, for the firm', (type, count, expected) => {
    expect(formatFilterCount({ type, count })).toBe(expected)
  })

  test.each([
    [['A'], 1, 'A'],
    [['A', 'B', 'C', 'D'], 4, 'A, B, C and D'],
    [['A', 'B', 'C', 'D', 'E'], 5, 'A, B, C and 2 more'],
    [['A', 'B', 'C', 'D', 'E'], 1_000, 'A, B, C and 997 more'],
    [['A'], 3, 'A and 2 more'],
    [[], 0, ''],
    [[], 2, '2 more'],
  ])('%j of %s names are shortened', (names, count, expected) => {
    expect(formatFirst(names, count)).toBe(expected)
  })

  test.each([
    ['all', true],
    ['collection', true],
    ['everything', false],
    ['', false],
    ...INHERITED.map((name): [string, boolean] => [name, false]),
  ])('may have the type %j: %s', (type, expected) => {
    expect(isFilterType(type)).toBe(expected)
  })
})

test.each([
  ['enterprise', 'active', 'Enterprise'],
  ['enterprise', 'past_due', 'Enterprise, past due'],
  ['standard', 'canceled', 'Standard, cancelled'],
] as const)('the plan %s that is %s', (plan, planState, expected) => {
  expect(formatPlan({ plan, planState })).toBe(expected)
})

test.each([
  ['standard', 1_000, 'Standard, 1,000 per minute'],
  ['sandbox', 60, 'Sandbox, 60 per minute'],
] as const)('the tier %s with %s requests', (tier, requestsPerMinute, expected) => {
  expect(formatRateLimit({ tier, requestsPerMinute })).toBe(expected)
})

test('the overlaps of a rotation are in ascending order, and 24 hours is the default', () => {
  expect(OVERLAPS.map(({ value, durationMs }) => [value, durationMs / 3_600_000])).toEqual([
    ['none', 0],
    ['one_hour', 1],
    ['one_day', 24],
    ['one_week', 168],
  ])
  expect(OVERLAPS).toContain(DEFAULT_OVERLAP)
  expect(DEFAULT_OVERLAP.value).toBe('one_day')
})

test.each([
  ['0', 'Not at all'],
  ['1h', '1 hour'],
  ['24h', '24 hours'],
  ['7d', '7 days'],
  ['30d', '30d'],
  ...INHERITED.map((name): [string, string] => [name, name]),
])('the recorded overlap %j is %s', (recorded, expected) => {
  expect(formatRecordedOverlap(recorded)).toBe(expected)
})

test.each([
  ['category_detail', 'Category details'],
  ['everything', 'everything'],
  ...INHERITED.map((name): [string, string] => [name, name]),
])('the scope %j is %s', (name, expected) => {
  expect(formatScope(name)).toBe(expected)
})

test.each([
  ['key.rolled', 'API key secret rotated'],
  ['something.new_here', 'something new here'],
  ...INHERITED.map((name): [string, string] => [name, name.replaceAll('_', ' ')]),
])('the action %j is %j', (action, expected) => {
  expect(formatAction(action)).toBe(expected)
})

test('the words of the consent sentence, which the server writes, are those of the pages', () => {
  expect(CATEGORIES).toEqual(CATEGORY_WORDS)
  for (const scope of ALL_SCOPES) expect(SCOPE_WORDS[scope]).toMatch(`${formatScope(scope)} (`)
})
