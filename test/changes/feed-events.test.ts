import { describe, expect, test } from 'vitest'
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
const KNOWN: KnownGrant = {
  version: 1,
  terms: TERMS,
  termsAt: at(1),
  visibleAt: at(5),
  endReason: null,
  at: at(1),
}
const SEEN: SeenGrant = {
  version: 1,
  terms: TERMS,
  termsAt: at(1),
  changedAt: at(1),
  end: null,
  visibleAt: at(5),
}
const END = { at: at(9), reason: 'revoked_by_client' } as const
const WIDER = { ...TERMS, scopes: ['registry', 'valuation', 'estate'] as Terms['scopes'] }

describe('the events of a grant', () => {
  test.each<[string, Partial<KnownGrant> | null, Partial<SeenGrant>, readonly object[]]>([
    ['a new one', null, {}, [{ type: 'grant.given', at: at(1) }]],
    ['a new one that has ended already', null, { end: END }, []],
    ['nothing new', {}, {}, []],
    ['an end', {}, { end: END }, [{ type: 'grant.ended', ...END }]],
    ['an end that is known', { endReason: 'expired' }, { end: END }, []],
    [
      'an end before its last entry',
      { at: at(20) },
      { end: END },
      [{ type: 'grant.ended', at: at(20) }],
    ],
    [
      'given again',
      { endReason: 'expired', visibleAt: null },
      { version: 2, changedAt: at(30) },
      [{ type: 'grant.given', at: at(30) }],
    ],
    ['new data', {}, { visibleAt: at(6) }, [{ type: 'portfolio.changed', at: at(6) }]],
    ['data that is not final', {}, { visibleAt: null }, []],
    ['an earlier instant', {}, { visibleAt: at(4) }, []],
    [
      'the first final instant',
      { visibleAt: null },
      { visibleAt: at(5) },
      [{ type: 'portfolio.changed', at: at(5) }],
    ],
    [
      'new terms with new data',
      {},
      { version: 2, terms: WIDER, termsAt: at(8), changedAt: at(8), visibleAt: at(8) },
      [{ type: 'grant.changed', at: at(8), effect: ['widened'] }],
    ],
    [
      'a new expiry with new data',
      {},
      { version: 2, terms: { ...TERMS, expiresAt: null }, changedAt: at(7), visibleAt: at(8) },
      [
        { type: 'grant.changed', effect: ['extended'] },
        { type: 'portfolio.changed', at: at(8) },
      ],
    ],
  ])('%s', (_, known, seen, expected) => {
    const before = known && { ...KNOWN, ...known }
    expect(eventsOf(before, { ...SEEN, ...seen })).toMatchObject(expected)
  })

  test('an instant that is not final keeps the one of the same terms, and no other', () => {
    const seen = { ...SEEN, visibleAt: null }
    expect(visibleAfter(KNOWN, seen)).toEqual(at(5))
    expect(visibleAfter(KNOWN, { ...seen, termsAt: at(8) })).toBeNull()
    expect(visibleAfter(null, seen)).toBeNull()
  })
})

describe('the effects of new terms', () => {
  test.each<[string, Partial<Terms>, readonly string[]]>([
    ['fewer scopes', { scopes: ['registry'] }, ['narrowed']],
    ['more scopes', WIDER, ['widened']],
    ['other scopes', { scopes: ['registry', 'estate'] }, ['narrowed', 'widened']],
    ['fewer categories', { filterValues: ['art'] }, ['narrowed']],
    ['no category', { filterValues: [] }, ['narrowed']],
    ['other categories', { filterValues: ['art', 'wine'] }, ['narrowed', 'widened']],
    ['all assets', { filterType: 'all', filterValues: [] }, ['widened']],
    ['another type', { filterType: 'items', filterValues: ['ORY-1'] }, ['narrowed', 'widened']],
    ['a later end', { expiresAt: at(51) }, ['extended']],
    ['no end', { expiresAt: null }, ['extended']],
    ['an earlier end', { expiresAt: at(49) }, ['shortened']],
    [
      'fewer scopes and a later end',
      { scopes: ['registry'], expiresAt: null },
      ['narrowed', 'extended'],
    ],
    ['two changes that cancel each other', {}, ['narrowed', 'widened']],
  ])('%s', (_, after, effects) => {
    expect(effectsOf(TERMS, { ...TERMS, ...after })).toEqual(effects)
  })
})
