import { describe, expect, test } from 'vitest'
import { formatChanges } from '../../src/portal/domain/history/format-change.ts'
import { type Change, changed, set } from './changes.ts'

const KEYS = Array.from({ length: 17 }, (_, at) => `key-${at}`)
const date = (instant: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(
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
    ['an overlap', set('overlap', '24h'), 'Old secret works for', '24 hours'],
    ['an unknown overlap', set('overlap', '9d'), 'Old secret works for', '9d'],
    [
      'scopes of a new grant',
      set('scopes', ['registry', 'detail']),
      'Scopes',
      'Basic information and Details',
    ],
    [
      'changed scopes',
      changed('scopes', ['registry', 'detail'], ['registry', 'estate']),
      'Scopes',
      '1 added (Estate), 1 removed (Details)',
    ],
    [
      'an unknown scope',
      set('scopes', ['registry', 'photos']),
      'Scopes',
      'Basic information and photos',
    ],
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
    [
      'keys by their ids',
      set('keys', ['key_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'key_01ARZ3NDEKTSV4RRFFQ69G5FAW']),
      'API keys',
      '2',
    ],
    ['an unknown text', set('new_member', 'some_value'), 'New member', 'some_value'],
    ['an unknown instant', changed('seen_at', null, END), 'Seen at', `none → ${END_AS_TEXT}`],
    ['an unknown empty list', set('parts', []), 'Parts', 'none'],
    [
      'an unknown long list',
      set('parts', KEYS),
      'Parts',
      `${KEYS.slice(0, 15).join(', ')} and 2 more`,
    ],
    ['a list that becomes a text', changed('parts', ['a', 'b'], 'c'), 'Parts', 'a and b → c'],
    ['a member named like a property', set('__proto__', 'x'), '  proto  ', 'x'],
    ['a member named like a method', set('constructor', 'x'), 'Constructor', 'x'],
    ['markup', set('purpose', '<b>, "a" → b'), 'Purpose', '<b>, "a" → b'],
  ])('%s', (_name, change, label, text) => {
    expect(formatChanges([change])).toEqual([[label, text]])
  })
})

describe('an event', () => {
  test('lists its changes in a fixed order, without ids and secret prefixes', () => {
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
    expect(formatChanges(changes).map(([label]) => label)).toEqual([
      'Assets',
      'End date',
      'Unknown',
    ])
  })

  test('without changes shows none', () => {
    expect(formatChanges([])).toEqual([])
    expect(formatChanges([set('key_id', 'key_1')])).toEqual([])
  })
})
