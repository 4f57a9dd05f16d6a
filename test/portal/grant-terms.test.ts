import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  EMPTY_FILTER,
  type FilterChoice,
  findMissing,
  toExpiresAt,
  toFilterInput,
  toPreviewFilter,
} from '../../src/portal/client/terms/terms.ts'
import { testTable } from '../support/test-table.ts'

const NOW = Date.parse('2026-05-31T20:00:00Z')
const named = (id: string) => ({ id, label: id })
const ITEMS = ['ORY-1', 'ORY-2'].map(named)
const filter = (choice: Partial<FilterChoice>): FilterChoice => ({ ...EMPTY_FILTER, ...choice })
const PICKED = { category: ['wine', 'art'].map(named), collection: [named('c1')] }
const ALL_PICKED = filter({ ...PICKED, items: ITEMS })

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

describe('the filter', () => {
  testTable([
    [EMPTY_FILTER, 'Choose which assets.'],
    [ALL_PICKED, 'Choose which assets.'],
    [filter({ type: 'category', items: ITEMS }), 'Choose at least one category.'],
    [filter({ type: 'items', category: ITEMS }), 'Choose at least one asset.'],
    [filter({ type: 'collection', items: ITEMS }), 'Choose a collection.'],
  ])('is incomplete without its values', (choice, missing) => {
    expect(findMissing(choice)).toBe(missing)
    expect(toFilterInput(choice)).toBe(null)
  })

  testTable([
    ['all', { type: 'all' }],
    ['category', { type: 'category', values: ['wine', 'art'] }],
    ['items', { type: 'items', values: ['ORY-1', 'ORY-2'] }],
    ['collection', { type: 'collection', values: ['c1'] }],
  ] as const)('sends only the values of its type', (type, expected) => {
    const choice = { ...ALL_PICKED, type }
    expect(findMissing(choice)).toBe(null)
    expect(toFilterInput(choice)).toEqual(expected)
    expect(toPreviewFilter(choice)).toEqual(expected)
  })

  test('previews all assets before a type is chosen, and none while values are missing', () => {
    expect(toPreviewFilter(EMPTY_FILTER)).toEqual({ type: 'all' })
    for (const type of ['category', 'items', 'collection'] as const)
      expect(toPreviewFilter(filter({ type }))).toEqual({ type: 'items', values: [] })
  })
})

describe('the expiry', () => {
  testTable([
    ['none', '', null],
    ['none', '2030-01-01', null],
    ['current', '', '2027-01-01T00:00:00.000Z'],
    ['month', '', '2026-06-30T20:00:00.000Z'],
    ['year', '2030-01-01', '2027-05-31T20:00:00.000Z'],
    // The last second of the day in New York.
    ['date', '2026-06-30', '2026-07-01T03:59:59.000Z'],
    ['date', '2026-05-31', '2026-06-01T03:59:59.000Z'],
    ['date', '2026-05-30', undefined],
    ['date', 'tomorrow', undefined],
    ['date', '', undefined],
    ['date', '2026-06-31', undefined],
    ['date', '10000-01-01', undefined],
    ['date', '0026-06-30', undefined],
  ] as const)('is the end that was chosen, if a day is to come', (kind, date, expected) => {
    const choice = { kind, date, current: '2027-01-01T00:00:00.000Z' }
    expect(toExpiresAt(choice, Date.now())).toBe(expected)
  })
})
