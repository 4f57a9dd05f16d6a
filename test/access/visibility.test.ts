import { expect, test } from 'vitest'
import { allowanceOf, type Partner } from '../../src/access/caller.ts'
import { evaluateGrant, type GrantRow } from '../../src/access/grant.reads.ts'
import { intersectScopes, parseScopes, SCOPES, type Scope } from '../../src/access/scopes.ts'
import { StoredDataError } from '../../src/access/stored-data.ts'
import { newestShown } from '../../src/access/visibility.ts'
import { GatewayError } from '../../src/errors.ts'
import { takenRows } from '../support/tables.ts'
import { testTable } from '../support/test-table.ts'
import { PARTNER } from './fixtures.ts'

const NOW = new Date('2026-11-20T09:30:00.000Z')

const partnerWith = (terms: Partial<Partner> = {}): Partner => ({
  ...PARTNER,
  scopes: new Set<Scope>(SCOPES),
  ...terms,
})

const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds).toISOString()

function grantWith(terms: Partial<GrantRow> = {}): GrantRow {
  return {
    grant_id: 'grant_x',
    grant_version: 3,
    grant_scopes: ['registry', 'valuation'],
    grant_state: 'active',
    filter_type: 'all',
    filter_values: [],
    grant_expires_at: null,
    client_id: 'user_x',
    client_name: 'Ada Hale',
    client_environment: 'production',
    currency: 'USD',
    epoch: '1-00000001-1',
    data_version: '1',
    changed_at: at(0),
    import_begun_at: null,
    grant_changed_at: at(-1000),
    grant_reference: null,
    grant_created_at: at(-2000),
    import_free: true,
    terms_free: true,
    full_before: null,
    deltas_from: null,
    newest: null,
    ...terms,
  }
}

test('what a grant opens is nothing without a grant, or of one that has ended', () => {
  const codeOf = (terms: Partial<GrantRow>) => {
    const access = evaluateGrant(partnerWith(), grantWith(terms), NOW)
    return access instanceof GatewayError ? access.code : null
  }
  expect(codeOf({ grant_state: 'revoked' })).toBe('grant_revoked')
  expect(codeOf({ grant_state: 'expired' })).toBe('grant_expired')
  expect(codeOf({ grant_expires_at: at(-1) })).toBe('grant_expired')
  expect(codeOf({ grant_expires_at: at(0) })).toBe('grant_expired')
  expect(codeOf({ grant_expires_at: at(1) })).toBeNull()
  const both = { grant_state: 'revoked', grant_expires_at: at(-NOW.getTime()) } as const
  expect(codeOf(both)).toBe('grant_revoked')
  expect(evaluateGrant(partnerWith(), null, NOW)).toMatchObject({ code: 'no_active_grant' })
})

test('what a grant opens is what both the key and the grant show', () => {
  const partner = partnerWith({ scopes: new Set<Scope>(['registry', 'detail', 'valuation']) })
  const row = grantWith({ grant_scopes: ['registry', 'valuation', 'estate'] })
  expect(evaluateGrant(partner, row, NOW)).toMatchObject({
    visibility: { clientId: 'user_x', scopes: new Set(['registry', 'valuation']) },
    grant: { id: 'grant_x', version: 3, scopes: ['registry', 'valuation'], assetFilter: 'all' },
  })
})

test('what a grant opens has no removals from before the last change of its terms', () => {
  expect(evaluateGrant(partnerWith(), grantWith(), NOW)).toMatchObject({
    visibility: { completeFrom: new Date(at(-1000)) },
  })
})

// The newest change is at 0, and the last change of the terms at `terms`.
const SETTLED: readonly (readonly [
  importFree: boolean,
  begun: number | null,
  terms: number,
  termsFree: boolean,
  isSettled: boolean,
])[] = [
  [true, null, 9, true, true],
  [true, 5, 9, true, true],
  [true, 5, 9, false, false],
  // A running import can commit a change after what it has announced, or else after the newest change.
  [false, 5, 5, true, true],
  [false, 5, 6, true, false],
  [false, null, 0, true, true],
  [false, null, 1, true, false],
  [false, -5, 0, true, true],
  [false, 5, 5, false, false],
]

test('what a grant opens is settled up to what no running import can change', () => {
  const found = SETTLED.map(([import_free, begun, terms, terms_free]) => {
    const import_begun_at = begun === null ? null : at(begun)
    const row = { import_free, terms_free, import_begun_at, grant_changed_at: at(terms) }
    const access = evaluateGrant(partnerWith(), grantWith(row), NOW)
    return access instanceof GatewayError ? access : access.isSettled
  })
  expect(found).toEqual(SETTLED.map(([, , , , isSettled]) => isSettled))
})

test('what a grant opens is read up to the newest change, or from where deltas are complete', () => {
  for (const [terms, until] of [
    ['full_before', 8],
    ['deltas_from', 9],
    ['grant_changed_at', 7],
    ['grant_changed_at', -7],
  ] as const) {
    const access = evaluateGrant(partnerWith(), grantWith({ [terms]: at(until) }), NOW)
    const changedUntil = new Date(at(Math.max(0, until)))
    expect(access, terms).toMatchObject({ visibility: { changedUntil } })
  }
})

test('the allowance of a caller is that of the tier of its key, or of a person', () => {
  const token = { kind: 'token', id: 'token_x', scopes: ['portfolio:read'] } as const
  const session = { kind: 'session', id: 's', checkedAt: new Date(0), named: true } as const
  const person = { kind: 'user', userId: 'user_x', name: 'Ada', isStaff: true } as const
  for (const [limit, subject, caller] of [
    [1_000, 'key_x', partnerWith()],
    [5_000, 'key_x', partnerWith({ tier: 'elevated' })],
    [20_000, 'key_x', partnerWith({ tier: 'enterprise' })],
    [100, 'key_x', partnerWith({ environment: 'sandbox', tier: 'enterprise' })],
    [1_000, 'user_x', { ...person, by: token }],
    [1_000, 'user_x', { ...person, by: session }],
  ] as const)
    expect(allowanceOf(caller)).toEqual({ subject, limit })
})

test('scopes are parsed in their order, each once, with the registry', () => {
  expect(parseScopes(['registry'])).toEqual(['registry'])
  expect(parseScopes(['estate'])).toEqual(['registry', 'estate'])
  expect(parseScopes(['verification', 'valuation', 'valuation'])).toEqual([
    ...['registry', 'valuation', 'verification'],
  ])
  expect(parseScopes([...SCOPES].reverse())).toEqual([...SCOPES])
  const rejected = ['', 'all', '*', 'Valuation', ' valuation', '__proto__', 'constructor']
  const lists = [[], ['valuation', 'admin'], ['category-detail'], ...rejected.map((each) => [each])]
  expect(takenRows(lists, parseScopes, { code: 'invalid_parameter' })).toEqual([])
})

test('scopes are intersected either way round, and unknown ones are in no intersection', () => {
  for (const [left, right, both] of [
    [['registry', 'valuation'], ['registry', 'detail'], ['registry']],
    [[...SCOPES], ['estate', 'registry'], ['registry', 'estate']],
    [['valuation'], [], []],
    [['unknown', 'registry'], ['unknown', 'registry'], ['registry']],
  ] as const) {
    expect([...intersectScopes(left, right)]).toEqual(both)
    expect([...intersectScopes(right, left)]).toEqual(both)
  }
})

const FIRST = '2026-01-01T00:00:00+00:00'
const SECOND = '2026-01-02T00:00:00+00:00'
const THIRD = '2026-01-03T00:00:00+00:00'
const NEVER = '1970-01-01T00:00:00Z'

/** The newest removal, then the newest change of each scope: all of them first, except those given. */
const changes = (removed: string | null, given: Partial<Record<Scope, string>> = {}) => [
  removed,
  ...SCOPES.map((scope) => given[scope] ?? FIRST),
]
type Row = [string, (string | null)[], Scope[], string, string | null]

testTable<Row>([
  ['of a visible scope', changes(null, { detail: SECOND }), ['registry', 'detail'], NEVER, SECOND],
  ['of no hidden scope', changes(null, { estate: THIRD }), ['registry'], NEVER, FIRST],
  ['of a removal', changes(THIRD, { registry: SECOND }), ['registry'], NEVER, THIRD],
  ['before a removal that is not shown any more', changes(SECOND), ['registry'], SECOND, FIRST],
  ['of nothing, where there is none', [null, ...SCOPES.map(() => null)], ['registry'], NEVER, null],
])('the newest change is that', (_name, row, scopes, completeFrom, at) => {
  const { at: found } = newestShown(row, new Set(scopes), new Date(completeFrom))
  expect(found).toEqual(at === null ? null : new Date(at))
})

test('a time that cannot be read is damage, and never an empty delta', () => {
  for (const damaged of [changes('infinity'), changes(null, { registry: 'infinity' })])
    expect(() => newestShown(damaged, new Set(['registry']), new Date(0))).toThrow(StoredDataError)
})
