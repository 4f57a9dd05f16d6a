import { expect, test } from 'vitest'
import {
  eventsOf,
  type KnownGrant,
  type SeenGrant,
  visibleAfter,
} from '../../src/modules/changes/feed-events.ts'
import { effectsOf, type Terms } from '../../src/modules/grants/grant-terms.ts'

const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, second))
const TERMS: Terms = {
  scopes: ['registry', 'valuation'],
  filterType: 'category',
  filterValues: ['art', 'coins'],
  expiresAt: at(50),
}
const BOTH = { version: 1, terms: TERMS, termsAt: at(1), visibleAt: at(5) }
const KNOWN: KnownGrant = { ...BOTH, endReason: null, at: at(1) }
const SEEN: SeenGrant = { ...BOTH, changedAt: at(1), end: null }
const END = { at: at(9), reason: 'revoked_by_client' } as const
const EXPIRED = { endReason: 'expired', visibleAt: null } as const
const WIDER = { ...TERMS, scopes: ['registry', 'valuation', 'estate'] as Terms['scopes'] }

const CASES: readonly (readonly [
  known: Partial<KnownGrant> | null,
  seen: Partial<SeenGrant>,
  events: readonly object[],
])[] = [
  [null, {}, [{ type: 'grant.given', at: at(1) }]],
  // A new one that has ended already.
  [null, { end: END }, []],
  [{}, {}, []],
  [{}, { end: END }, [{ type: 'grant.ended', ...END }]],
  [{ endReason: 'expired' }, { end: END }, []],
  // An end before its last entry.
  [{ at: at(20) }, { end: END }, [{ type: 'grant.ended', at: at(20) }]],
  // Given again.
  [EXPIRED, { version: 2, changedAt: at(30) }, [{ type: 'grant.given', at: at(30) }]],
  [{}, { visibleAt: at(6) }, [{ type: 'portfolio.changed', at: at(6) }]],
  // Data that is not final, an earlier instant, and the first final one.
  [{}, { visibleAt: null }, []],
  [{}, { visibleAt: at(4) }, []],
  [{ visibleAt: null }, { visibleAt: at(5) }, [{ type: 'portfolio.changed', at: at(5) }]],
  // New terms with new data, and a new expiry with new data.
  [
    {},
    { version: 2, terms: WIDER, termsAt: at(8), changedAt: at(8), visibleAt: at(8) },
    [{ type: 'grant.changed', at: at(8), effect: ['widened'] }],
  ],
  [
    {},
    { version: 2, terms: { ...TERMS, expiresAt: null }, changedAt: at(7), visibleAt: at(8) },
    [
      { type: 'grant.changed', effect: ['extended'] },
      { type: 'portfolio.changed', at: at(8) },
    ],
  ],
  // The same terms again, and two changes that cancel each other.
  [{}, { version: 2, changedAt: at(7) }, []],
  [
    {},
    { version: 3, terms: { ...TERMS, expiresAt: null }, termsAt: at(8), changedAt: at(8) },
    [{ type: 'grant.changed', effect: ['narrowed', 'widened', 'extended'] }],
  ],
]

test('the events of a grant are what differs from what is known', () => {
  for (const [known, seen, expected] of CASES) {
    const events = eventsOf(known && { ...KNOWN, ...known }, { ...SEEN, ...seen })
    expect.soft(events, JSON.stringify([known, seen])).toMatchObject(expected)
    expect.soft(events).toHaveLength(expected.length)
  }
})

test('the events of a grant: an instant that is not final keeps the one of the same terms, and no other', () => {
  const seen = { ...SEEN, visibleAt: null }
  expect(visibleAfter(KNOWN, seen)).toEqual(at(5))
  expect(visibleAfter(KNOWN, { ...seen, termsAt: at(8) })).toBeNull()
  expect(visibleAfter(null, seen)).toBeNull()
})

test('the effects of new terms are on what is shown and on the end', () => {
  const effects: readonly (readonly [string, Partial<Terms>])[] = [
    ['narrowed', { scopes: ['registry'] }],
    ['widened', WIDER],
    ['narrowed,widened', { scopes: ['registry', 'estate'] }],
    ['narrowed', { filterValues: ['art'] }],
    ['narrowed', { filterValues: [] }],
    ['narrowed,widened', { filterValues: ['art', 'wine'] }],
    ['widened', { filterType: 'all', filterValues: [] }],
    ['narrowed,widened', { filterType: 'items', filterValues: ['ORY-1'] }],
    ['extended', { expiresAt: at(51) }],
    ['extended', { expiresAt: null }],
    ['shortened', { expiresAt: at(49) }],
    ['narrowed,extended', { scopes: ['registry'], expiresAt: null }],
    ['', {}],
  ]
  const found = effects.map(([, after]) => effectsOf(TERMS, { ...TERMS, ...after }).join())
  expect(found).toEqual(effects.map(([expected]) => expected))
})
