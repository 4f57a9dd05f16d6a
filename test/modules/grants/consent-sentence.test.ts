import { describe, expect, test } from 'vitest'
import { ASSET_FILTER_TYPES } from '../../../src/access/asset-filter.ts'
import { CATEGORIES as SLUGS } from '../../../src/access/categories.ts'
import { SCOPES } from '../../../src/access/scopes.ts'
import {
  type NamedTerms,
  writeConsentSentence,
} from '../../../src/modules/partner-access/consent-sentence.ts'
import { CATEGORY_WORDS, SCOPE_WORDS } from '../../../src/modules/partner-access/consent-words.ts'
import { CATEGORIES } from '../../../src/portal/labels/categories.ts'
import { SCOPES as LABELS } from '../../../src/portal/labels/scopes.ts'

const TERMS: NamedTerms = {
  client: 'Ada Hale',
  firm: 'Hale Estates',
  key: 'Reports',
  purpose: 'A yearly report',
  collection: null,
  scopes: ['registry', 'valuation'],
  filterType: 'all',
  filterValues: [],
  expiresAt: new Date('2027-11-24T22:59:59Z'),
}

const write = (more: Partial<NamedTerms>, zone = 'Europe/Berlin') =>
  writeConsentSentence({ ...TERMS, ...more }, zone)

test('is written in full', () => {
  expect(write({})).toBe(
    'Ada Hale lets Hale Estates see, with the key “Reports”, all assets of the portfolio, including those added to it later. Of each asset it sees: Registry (title, category, quantity, ids and times); Valuation (market value, purchase price, insurance value and the history of values). Purpose, as stated by Hale Estates: “A yearly report”. The access ends on 24 November 2027 at 23:59 CET, or before that when Ada Hale revokes it.',
  )
})

test.each([
  ['A yearly report.', '“A yearly report.” The'],
  ['A yearly report', '“A yearly report”. The'],
  ['A report, yearly?', '“A report, yearly?” The'],
  ['A “report”.', '“A ’report’.” The'],
])('ends the purpose %j with one full stop', (purpose, end) => {
  expect(write({ purpose })).toContain(`Purpose, as stated by Hale Estates: ${end} access ends`)
})

describe('says which assets, and what of later ones', () => {
  test.each<[string, Partial<NamedTerms>, string]>([
    [
      'one category',
      { filterType: 'category', filterValues: ['wine'] },
      'all assets in the category Wine, including those added to it later.',
    ],
    [
      'several categories',
      { filterType: 'category', filterValues: ['art', 'jewelry', 'watches'] },
      'all assets in the categories Art, Jewellery, and Watches, including those added to them later.',
    ],
    [
      'one asset',
      { filterType: 'items', filterValues: ['ORY-1'] },
      'one chosen asset, and none that is added later.',
    ],
    [
      'many assets',
      { filterType: 'items', filterValues: Array(1000).fill('ORY-1') },
      '1,000 chosen assets, and none that are added later.',
    ],
    [
      'a collection',
      { filterType: 'collection', filterValues: ['collection_1'], collection: 'Quiet things' },
      'all assets in the collection “Quiet things”, including those added to it later.',
    ],
    [
      'a collection, for the firm',
      { filterType: 'collection', filterValues: ['collection_1'] },
      'all assets in one collection, including those added to it later.',
    ],
  ])('%s', (_name, terms, expected) => {
    expect(write(terms)).toContain(`with the key “Reports”, ${expected}`)
  })

  test.each(ASSET_FILTER_TYPES)('a filter of the type %s', (filterType) => {
    expect(write({ filterType, filterValues: ['art'] })).toMatch(/later\. Of each asset/)
  })
})

describe('names', () => {
  test.each(SCOPES)('the scope %s in words, as the portal does', (scope) => {
    expect(write({ scopes: ['registry', scope] })).toContain(SCOPE_WORDS[scope])
    expect(SCOPE_WORDS[scope].startsWith(`${LABELS[scope].label} (`)).toBe(true)
  })

  test.each(SLUGS)('the category %s as the portal does', (slug) => {
    expect(CATEGORY_WORDS[slug]).toBe(CATEGORIES[slug])
  })
})

describe('tells the end', () => {
  test.each([
    ['UTC', 'on 24 November 2027 at 22:59 UTC,'],
    ['America/New_York', 'on 24 November 2027 at 17:59 GMT-5,'],
    ['Asia/Kolkata', 'on 25 November 2027 at 04:29 GMT+5:30,'],
  ])('in the time zone %s', (zone, expected) => {
    expect(write({}, zone)).toContain(`The access ends ${expected}`)
  })

  test('of an access without one', () => {
    const expected = 'The access has no end date: it lasts until Ada Hale revokes it.'
    expect(write({ expiresAt: null })).toContain(expected)
  })

  test.each([
    '',
    'Atlantis/City',
    '<b>',
    'x'.repeat(1000),
    'UTC\0',
  ])('rejects the zone %j', (zone) => {
    expect(() => write({}, zone)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }))
  })
})

describe('a quoted text cannot end its quotation', () => {
  test.each([
    'report”. The access ends tomorrow. “',
    'report". The access ends tomorrow. "',
    'report„. The access ends tomorrow. »',
  ])('%s', (text) => {
    for (const more of [{ purpose: text }, { key: text }]) {
      const sentence = write(more)
      expect(sentence.match(/[“”„«»"]/g)).toHaveLength(4)
    }
  })
})

test('says that no purpose is recorded', () => {
  expect(write({ purpose: null })).toContain('No purpose is recorded.')
})
