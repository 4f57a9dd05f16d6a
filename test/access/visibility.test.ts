import { describe, expect, test } from 'vitest'
import { allowanceOf, type Partner } from '../../src/access/caller.ts'
import { evaluateGrant, type GrantRow } from '../../src/access/grant.reads.ts'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { StoredDataError } from '../../src/access/stored-data.ts'
import { requireScope } from '../../src/access/visibility.ts'
import { GatewayError } from '../../src/errors.ts'

const NOW = new Date('2026-11-20T09:30:00.000Z')

function partnerWith(terms: Partial<Partner> = {}): Partner {
  return {
    kind: 'partner',
    keyId: 'key_x',
    keyName: 'reports',
    environment: 'production',
    tier: 'standard',
    scopes: new Set<Scope>(SCOPES),
    allowedIps: [],
    trustedDocumentsOnly: false,
    secretEnds: false,
    firm: { id: 'firm_x', name: 'Hale Estates' },
    ...terms,
  }
}

/** An instant so many milliseconds from now, as JSON has it. */
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
    shown_until: null,
    ...terms,
  }
}

describe('what a grant opens', () => {
  test.each<[Partial<GrantRow>, string]>([
    [{ grant_state: 'revoked' }, 'grant_revoked'],
    [{ grant_state: 'expired' }, 'grant_expired'],
    [{ grant_expires_at: at(0) }, 'grant_expired'],
    [{ grant_expires_at: at(-1) }, 'grant_expired'],
    [{ grant_state: 'revoked', grant_expires_at: at(-NOW.getTime()) }, 'grant_revoked'],
  ])('with %j is the rejection %s', (terms, code) => {
    expect(evaluateGrant(partnerWith(), grantWith(terms), NOW)).toMatchObject({ code })
  })

  test('without a grant is no_active_grant', () => {
    expect(evaluateGrant(partnerWith(), null, NOW)).toMatchObject({ code: 'no_active_grant' })
  })

  test('until its last millisecond is open', () => {
    const row = grantWith({ grant_expires_at: at(1) })
    expect(evaluateGrant(partnerWith(), row, NOW)).not.toBeInstanceOf(GatewayError)
  })

  test('is what both the key and the grant show', () => {
    const partner = partnerWith({ scopes: new Set<Scope>(['registry', 'detail', 'valuation']) })
    const row = grantWith({ grant_scopes: ['registry', 'valuation', 'estate'] })
    expect(evaluateGrant(partner, row, NOW)).toMatchObject({
      visibility: { clientId: 'user_x', scopes: new Set(['registry', 'valuation']) },
      grant: { id: 'grant_x', version: 3, scopes: ['registry', 'valuation'], assetFilter: 'all' },
    })
  })

  test('has no removals from before the last change of its terms', () => {
    expect(evaluateGrant(partnerWith(), grantWith(), NOW)).toMatchObject({
      visibility: { completeFrom: new Date(at(-1000)) },
    })
  })

  test.each([
    ['everything', []],
    ['category', ['%']],
    ['all', ['watches']],
  ])('never widens by a filter that is no filter: %s %j', (filter_type, filter_values) => {
    const row = grantWith({ filter_type, filter_values })
    expect(() => evaluateGrant(partnerWith(), row, NOW)).toThrow(StoredDataError)
  })
})

describe('requireScope', () => {
  test.each(SCOPES)('%s is not implied by any other', (scope) => {
    const others = new Set<Scope>(SCOPES.filter((each) => each !== scope))
    const visibility = {
      clientId: 'user_x',
      filter: { type: 'all' } as const,
      completeFrom: new Date(0),
      clockUntil: new Date(0),
      deltaUntil: new Date(0),
    }
    expect(() => requireScope({ ...visibility, scopes: others }, scope, 'x')).toThrow(
      expect.objectContaining({ code: 'insufficient_scope' }),
    )
    expect(() =>
      requireScope({ ...visibility, scopes: new Set([scope]) }, scope, 'x'),
    ).not.toThrow()
  })
})

test.each([
  ['a partner', partnerWith(), 'key_x', 1_000],
  ['an elevated partner', partnerWith({ tier: 'elevated' }), 'key_x', 5_000],
  ['an enterprise partner', partnerWith({ tier: 'enterprise' }), 'key_x', 20_000],
  ['a sandbox partner', partnerWith({ environment: 'sandbox', tier: 'enterprise' }), 'key_x', 100],
  [
    'an access token of staff',
    {
      kind: 'user',
      userId: 'user_x',
      name: 'Ada',
      isStaff: true,
      by: { kind: 'token', id: 'token_x', scopes: ['portfolio:read'] },
    } as const,
    'user_x',
    1_000,
  ],
  [
    'a session',
    {
      kind: 'user',
      userId: 'user_x',
      name: 'Ada',
      isStaff: false,
      by: { kind: 'session', id: 'session_x', checkedAt: new Date(0), named: true },
    } as const,
    'user_x',
    1_000,
  ],
])('the allowance of %s', (_, caller, subject, limit) => {
  expect(allowanceOf(caller)).toEqual({ subject, limit })
})
