import { describe, expect, test } from 'vitest'
import { formatChanges } from '../../src/portal/history/format-change.ts'

type Stored = string | null | readonly string[]
type Change = Parameters<typeof formatChanges>[0][number]

const LABELS: Readonly<Record<string, string>> = { a1: 'Diver', a2: 'Seascape', c1: 'Insured' }
const ASSETS = Array.from({ length: 1_000 }, (_, at) => `asset-${at}`)

/** A value as the API gives it to the portal: at most `first` values of a list. */
function apiValue(stored: Stored, first = 15) {
  if (stored === null || typeof stored === 'string')
    return { text: stored, count: null, values: null }
  const values = stored.slice(0, first).map((value) => ({ value, label: LABELS[value] ?? null }))
  return { text: null, count: stored.length, values }
}

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

const date = (instant: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(instant),
  )
const END = '2027-01-01T12:00:00.000Z'
const END_AS_TEXT = date(END)

describe('one change', () => {
  test.each<[string, Change, string, string]>([
    ['a new text', set('name', 'Reports'), 'Name', 'Reports'],
    ['a changed text', changed('name', 'Reports', 'Daily'), 'Name', 'Reports → Daily'],
    ['a text like a date', set('name', END), 'Name', END],
    [
      'a code',
      changed('plan_state', 'active', 'past_due'),
      'State of the plan',
      'Active → Past due',
    ],
    [
      'an end date that is set',
      changed('expires_at', null, END),
      'End date',
      `no end date → ${END_AS_TEXT}`,
    ],
    [
      'an end date that is cleared',
      changed('expires_at', END, null),
      'End date',
      `${END_AS_TEXT} → no end date`,
    ],
    ['a new thing without an end', set('expires_at', null), 'End date', 'no end date'],
    [
      'an end that is no date',
      set('expires_at', '2027-99-99T00:00:00Z'),
      'End date',
      '2027-99-99T00:00:00Z',
    ],
    ['a tier that is cleared', changed('tier', 'elevated', null), 'Tier', 'Elevated → as the firm'],
    [
      'a rolled secret',
      changed('reference', 'aaaa1111', 'bbbb2222'),
      'Secret prefix',
      'aaaa1111 → bbbb2222',
    ],
    ['an overlap', set('overlap', '24h'), 'Old secret works for', '24 hours'],
    ['an unknown overlap', set('overlap', '9d'), 'Old secret works for', '9d'],
    [
      'scopes of a new grant',
      set('scopes', ['registry', 'detail']),
      'Scopes',
      'Registry and Details',
    ],
    [
      'changed scopes',
      changed('scopes', ['registry', 'detail'], ['registry', 'estate']),
      'Scopes',
      '1 added (Estate), 1 removed (Details)',
    ],
    ['an unknown scope', set('scopes', ['registry', 'photos']), 'Scopes', 'Registry and photos'],
    [
      'addresses where there were none',
      changed('allowed_ips', [], ['10.0.0.0/8']),
      'Allowed IPs',
      'any address → 10.0.0.0/8',
    ],
    [
      'addresses that are cleared',
      changed('allowed_ips', ['10.0.0.0/8'], []),
      'Allowed IPs',
      '10.0.0.0/8 → any address',
    ],
    [
      'one address for another',
      changed('allowed_ips', ['10.0.0.1/32'], ['10.0.0.2/32']),
      'Allowed IPs',
      '10.0.0.1/32 → 10.0.0.2/32',
    ],
    [
      'addresses in a new order',
      changed('allowed_ips', ['a', 'b'], ['b', 'a']),
      'Allowed IPs',
      'order changed',
    ],
    ['no address', set('allowed_ips', []), 'Allowed IPs', 'any address'],
    ['a cause', set('cause', 'key.revoked'), 'Cause', 'API key revoked'],
    ['a version', changed('version', '1', '2'), 'Version', '1 → 2'],
    ['an unknown text', set('new_member', 'some_value'), 'New member', 'some_value'],
    ['an unknown instant', changed('seen_at', null, END), 'Seen at', `none → ${END_AS_TEXT}`],
    ['an unknown empty list', set('keys', []), 'Keys', 'none'],
    [
      'an unknown long list',
      set('keys', ASSETS.slice(0, 17)),
      'Keys',
      `${ASSETS.slice(0, 15).join(', ')}, and 2 more`,
    ],
    ['a list that becomes a text', changed('keys', ['a', 'b'], 'c'), 'Keys', 'a and b → c'],
    ['a member named like a property', set('__proto__', 'x'), '  proto  ', 'x'],
    ['a member named like a method', set('constructor', 'x'), 'Constructor', 'x'],
    ['markup', set('purpose', '<b>, "a" → b'), 'Purpose', '<b>, "a" → b'],
  ])('%s', (_name, change, label, text) => {
    expect(formatChanges([change])).toEqual([[label, text]])
  })
})

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
      '30 chosen assets: asset-0, asset-1, asset-2, and 27 more',
    ],
    [
      '1,000 chosen assets',
      [set('filter_values', ASSETS), set('asset_filter', 'items')],
      '1,000 chosen assets: asset-0, asset-1, asset-2, and 997 more',
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
      '1,000 assets added (asset-0, asset-1, asset-2, asset-3, asset-4, and 995 more), 1 asset removed (Diver)',
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
      '30 chosen assets: asset-0, asset-1, asset-2, and 27 more → Everything in Art',
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

describe('an event', () => {
  test('lists its changes in a fixed order, without the key', () => {
    const changes = [
      set('unknown', 'x'),
      changed('version', '1', '2'),
      set('key_id', 'key_1'),
      changed('expires_at', END, null),
      set('asset_filter', 'all'),
      set('filter_values', []),
    ]
    expect(formatChanges(changes).map(([label]) => label)).toEqual([
      'Assets',
      'End date',
      'Version',
      'Unknown',
    ])
  })

  test('without changes shows none', () => {
    expect(formatChanges([])).toEqual([])
    expect(formatChanges([set('key_id', 'key_1')])).toEqual([])
  })
})
