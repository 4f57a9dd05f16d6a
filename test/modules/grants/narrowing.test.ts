import { describe, expect, test } from 'vitest'
import { ASSET_FILTER_TYPES } from '../../../src/access/asset-filter.ts'
import { SCOPES } from '../../../src/access/scopes.ts'
import { isNarrowing, type Terms } from '../../../src/modules/grants/grant-terms.ts'

const FILTERS = {
  all: { filterType: 'all', filterValues: [] },
  watches: { filterType: 'category', filterValues: ['watches'] },
  art: { filterType: 'category', filterValues: ['art'] },
  both: { filterType: 'category', filterValues: ['art', 'watches'] },
  noCategory: { filterType: 'category', filterValues: [] },
  one: { filterType: 'items', filterValues: ['ORY-WT-1'] },
  two: { filterType: 'items', filterValues: ['ORY-WT-1', 'ORY-WT-2'] },
  other: { filterType: 'items', filterValues: ['ORY-WT-3'] },
  noItem: { filterType: 'items', filterValues: [] },
  c1: { filterType: 'collection', filterValues: ['c1'] },
  c2: { filterType: 'collection', filterValues: ['c2'] },
} as const satisfies Record<
  string,
  { filterType: Terms['filterType']; filterValues: readonly string[] }
>
type Name = keyof typeof FILTERS
const NAMES = Object.keys(FILTERS) as Name[]

/** By filter: those that show no more, for any present or later portfolio. */
const WITHIN: Record<Name, readonly Name[]> = {
  all: NAMES,
  watches: ['watches', 'noCategory', 'noItem'],
  art: ['art', 'noCategory', 'noItem'],
  both: ['both', 'watches', 'art', 'noCategory', 'noItem'],
  noCategory: ['noCategory', 'noItem'],
  one: ['one', 'noItem', 'noCategory'],
  two: ['two', 'one', 'noItem', 'noCategory'],
  other: ['other', 'noItem', 'noCategory'],
  noItem: ['noItem', 'noCategory'],
  c1: ['c1', 'noItem', 'noCategory'],
  c2: ['c2', 'noItem', 'noCategory'],
}

function terms(of: Partial<Terms> = {}, filter: Name = 'all'): Terms {
  const { filterType, filterValues } = FILTERS[filter]
  return {
    scopes: ['registry'],
    filterType,
    filterValues: [...filterValues],
    expiresAt: null,
    ...of,
  }
}

test('there is a filter of every type', () => {
  const types = Object.values(FILTERS).map(({ filterType }) => filterType)
  expect(new Set<string>(types)).toEqual(new Set(ASSET_FILTER_TYPES))
})

describe('a filter', () => {
  test.each(
    NAMES.flatMap((before) => NAMES.map((after) => [before, after] as const)),
  )('%s to %s', (before, after) => {
    const found = isNarrowing(terms({}, before), terms({}, after))
    expect(found).toBe(WITHIN[before].includes(after))
  })
})

describe('scopes', () => {
  test.each([
    [['registry'], ['registry'], true],
    [['registry', 'valuation'], ['registry'], true],
    [['registry'], ['registry', 'valuation'], false],
    [['registry', 'valuation'], ['registry', 'detail'], false],
    [[...SCOPES], ['registry', 'estate'], true],
    [['registry', 'estate'], [...SCOPES], false],
  ] as const)('%j to %j: %s', (before, after, expected) => {
    const found = isNarrowing(terms({ scopes: [...before] }), terms({ scopes: [...after] }))
    expect(found).toBe(expected)
  })
})

describe('an expiry', () => {
  const early = new Date('2027-01-01')
  const late = new Date('2027-01-01T00:00:00.001Z')
  test.each([
    [null, null, true],
    [null, late, true],
    [late, null, false],
    [late, late, true],
    [late, early, true],
    [early, late, false],
  ])('%j to %j: %s', (before, after, expected) => {
    expect(isNarrowing(terms({ expiresAt: before }), terms({ expiresAt: after }))).toBe(expected)
  })
})

test('a change that widens one term is not a narrowing, even if it narrows another', () => {
  const before = terms({ scopes: ['registry', 'detail'], expiresAt: new Date('2027-01-01') }, 'two')
  const narrower = terms({ expiresAt: new Date('2026-12-31') }, 'one')
  expect(isNarrowing(before, narrower)).toBe(true)
  const wider = [
    { ...narrower, scopes: ['registry', 'estate'] as Terms['scopes'] },
    { ...narrower, ...terms({ expiresAt: narrower.expiresAt }, 'other') },
    { ...narrower, expiresAt: null },
  ]
  for (const after of wider) expect(isNarrowing(before, after)).toBe(false)
})
