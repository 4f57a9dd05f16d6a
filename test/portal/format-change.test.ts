import { expect, test } from 'vitest'
import { formatChanges } from '../../src/portal/domain/history/format-change.ts'
import { testTable } from '../support/test-table.ts'

type Stored = string | null | readonly string[]
type Change = Parameters<typeof formatChanges>[0][number]

const LABELS: Readonly<Record<string, string>> = { a1: 'Diver', a2: 'Seascape', c1: 'Insured' }

/** A value as the API gives it to the portal: at most `first` values of a list. */
function apiValue(stored: Stored, first = 15) {
  if (stored === null || typeof stored === 'string')
    return { text: stored, count: null, values: null }
  const values = stored.slice(0, first).map((value) => ({ value, label: LABELS[value] ?? null }))
  return { text: null, count: stored.length, values }
}

/** A member with its value after the change; the value before was not recorded. */
function set(member: string, after: Stored): Change {
  return { member, before: null, after: apiValue(after), added: null, removed: null }
}

function changed(member: string, before: Stored, after: Stored): Change {
  const lists = Array.isArray(before) && Array.isArray(after)
  const without = (from: readonly string[], other: readonly string[]) =>
    apiValue(
      from.filter((value) => !other.includes(value)),
      5,
    )
  return {
    member,
    before: apiValue(before),
    after: apiValue(after),
    added: lists ? without(after, before) : null,
    removed: lists ? without(before, after) : null,
  }
}

const KEYS = Array.from({ length: 17 }, (_, at) => `key-${at}`)
const ASSETS = Array.from({ length: 1_000 }, (_, at) => `asset-${at}`)
const SOME = ASSETS.slice(0, 30)
const SOME_AS_TEXT = '30 chosen assets: asset-0, asset-1, asset-2 and 27 more'
const ALL_AS_TEXT = 'All assets, including those added later'
const END = '2027-01-01T12:00:00.000Z'
const END_AS_TEXT = '1 Jan 2027, 07:00'

const SCOPES_CHANGED = changed('scopes', ['registry', 'detail'], ['registry', 'estate'])

const textOf = (...changes: Change[]) =>
  formatChanges(changes).map(([label, text]) => `${label}: ${text}`)

testTable<[text: string, change: Change]>([
  ['Name: Reports → Daily', changed('name', 'Reports', 'Daily')],
  [`Name: ${END}`, set('name', END)],
  ['State of the plan: Active → Past due', changed('plan_state', 'active', 'past_due')],
  [`End date: no end date → ${END_AS_TEXT}`, changed('expires_at', null, END)],
  ['End date: 2027-99-99T00:00:00Z', set('expires_at', '2027-99-99T00:00:00Z')],
  ['Scopes: Basic information and Details', set('scopes', ['registry', 'detail'])],
  ['Scopes: 1 added (Estate), 1 removed (Details)', SCOPES_CHANGED],
  ['Scopes: Basic information and photos', set('scopes', ['registry', 'photos'])],
  ['Allowed IPs: any address → 10.0.0.0/8', changed('allowed_ips', [], ['10.0.0.0/8'])],
  ['Allowed IPs: a → b', changed('allowed_ips', ['a'], ['b'])],
  ['Allowed IPs: order changed', changed('allowed_ips', ['a', 'b'], ['b', 'a'])],
  [`Seen at: none → ${END_AS_TEXT}`, changed('seen_at', null, END)],
  [`Parts: ${KEYS.slice(0, 15).join(', ')} and 2 more`, set('parts', KEYS)],
  ['Parts: a and b → c', changed('parts', ['a', 'b'], 'c')],
  ['  proto  : x', set('__proto__', 'x')],
  ['Purpose: <b>, "a" → b', set('purpose', '<b>, "a" → b')],
])('one change is a sentence', (text, change) => {
  expect(textOf(change)).toEqual([text])
})

testTable<[type: Change | null, values: Change | null, text: string]>([
  [set('asset_filter', 'all'), set('filter_values', []), ALL_AS_TEXT],
  [
    set('asset_filter', 'category'),
    set('filter_values', ['watches', 'planes']),
    'Everything in Watches and planes',
  ],
  [set('asset_filter', 'collection'), set('filter_values', ['c1']), 'The collection “Insured”'],
  [set('asset_filter', 'items'), set('filter_values', SOME), SOME_AS_TEXT],
  [
    set('asset_filter', 'items'),
    changed('filter_values', SOME, [...SOME.slice(1), 'a1', 'a2']),
    '2 assets added (Diver and Seascape), 1 asset removed (asset-0)',
  ],
  [
    set('asset_filter', 'items'),
    changed('filter_values', ['a1'], ASSETS),
    '1,000 assets added (asset-0, asset-1, asset-2, asset-3, asset-4 and 995 more), 1 asset removed (Diver)',
  ],
  [
    changed('asset_filter', 'items', 'category'),
    changed('filter_values', SOME, ['art']),
    `${SOME_AS_TEXT} → Everything in Art`,
  ],
  [set('asset_filter', 'tagged'), set('filter_values', ['x', 'y']), 'tagged: x and y'],
  [set('asset_filter', 'all'), null, ALL_AS_TEXT],
  [null, set('filter_values', ['x']), 'x'],
])('the assets of a grant are a phrase', (type, values, text) => {
  const changes = [type, values].filter((change) => change !== null)
  expect(textOf(...changes)).toEqual([`Assets: ${text}`])
  expect(textOf(...changes.toReversed())).toEqual([`Assets: ${text}`])
})

test('an event lists its changes in a fixed order, without ids and secret prefixes', () => {
  const changes = [
    set('unknown', 'x'),
    changed('version', '1', '2'),
    set('key_id', 'key_1'),
    set('user_id', 'user_01ARZ3NDEKTSV4RRFFQ69G5FAV'),
    changed('reference', 'aaaa1111', 'bbbb2222'),
    changed('expires_at', END, null),
    set('asset_filter', 'all'),
    set('filter_values', []),
  ]
  expect(formatChanges(changes).map(([label]) => label)).toEqual(['Assets', 'End date', 'Unknown'])
})
