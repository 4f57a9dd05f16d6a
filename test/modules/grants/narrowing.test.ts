import { expect, test } from 'vitest'
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
  const filtered = { filterType, filterValues: [...filterValues] }
  return { scopes: ['registry'], ...filtered, expiresAt: null, ...of }
}

test('a filter is narrowed to those that show no more', () => {
  for (const before of NAMES) {
    const within = NAMES.filter((after) => isNarrowing(terms({}, before), terms({}, after)))
    expect.soft([before, within.sort()]).toEqual([before, WITHIN[before].toSorted()])
  }
})

test('scopes are narrowed to some of them, and an end to an earlier one', () => {
  const scoped = (before: Terms['scopes'], after: Terms['scopes']) =>
    isNarrowing(terms({ scopes: before }), terms({ scopes: after }))
  expect(scoped(['registry'], ['registry'])).toBe(true)
  expect(scoped(['registry', 'valuation'], ['registry'])).toBe(true)
  expect(scoped(['registry'], ['registry', 'valuation'])).toBe(false)
  expect(scoped(['registry', 'valuation'], ['registry', 'detail'])).toBe(false)
  expect(scoped([...SCOPES], ['registry', 'estate'])).toBe(true)
  expect(scoped(['registry', 'estate'], [...SCOPES])).toBe(false)
  const early = new Date('2027-01-01')
  const late = new Date('2027-01-01T00:00:00.001Z')
  const moved = (before: Date | null, after: Date | null) =>
    isNarrowing(terms({ expiresAt: before }), terms({ expiresAt: after }))
  const narrower = [moved(null, null), moved(null, late), moved(late, late), moved(late, early)]
  expect(narrower).toEqual(Array(4).fill(true))
  expect([moved(late, null), moved(early, late)]).toEqual([false, false])
})
