import { describe, expect, test } from 'vitest'
import { ASSET_FILTER_TYPES } from '../../../src/access/asset-filter.ts'
import { SCOPES } from '../../../src/access/scopes.ts'
import {
  type NamedTerms,
  writeConsentSentence,
} from '../../../src/modules/consents/consent-sentence.ts'
import { CATEGORY_WORDS, SCOPE_WORDS } from '../../../src/modules/grants/terms-in-words.ts'
import { CATEGORIES } from '../../../src/portal/words/categories.ts'
import { SCOPES as SCOPE_LABELS } from '../../../src/portal/words/scopes.ts'
import { FIRST_LINES, readAgreedLines } from '../../../src/values/agreed-lines.ts'
import { CATEGORIES as SLUGS } from '../../../src/values/categories.ts'
import { shownLine } from '../../../src/values/shown-line.ts'

const TERMS: NamedTerms = {
  client: 'Ada Hale',
  firm: 'Hale Estates',
  key: 'Reports',
  purpose: 'A yearly report',
  reference: null,
  collection: null,
  scopes: ['registry', 'valuation'],
  filterType: 'all',
  filterValues: [],
  expiresAt: new Date('2027-11-24T22:59:59Z'),
}

const write = (more: Partial<NamedTerms>, zone = 'Europe/Berlin') =>
  writeConsentSentence({ ...TERMS, ...more }, zone)

test('is written in full, in lines', () => {
  expect(write({}).split('\n')).toEqual([
    'The client lets the firm see assets of the portfolio, under these terms:',
    'Client: Ada Hale',
    'Firm: Hale Estates',
    'Key of the firm: Reports',
    'Assets: All assets of the portfolio, including those added to it later',
    'Of each asset: Basic information (title, category, quantity, ids and times); Valuation (market value, purchase price, insurance value and the history of values)',
    'Purpose, as stated by the firm: A yearly report',
    'End: 24 November 2027 at 23:59 CET, or earlier when the client revokes the access',
  ])
})

describe('says which assets, and what of later ones', () => {
  test.each<[string, Partial<NamedTerms>, string]>([
    [
      'one category',
      { filterType: 'category', filterValues: ['wine'] },
      'All assets in the category Wine, including those added to it later',
    ],
    [
      'several categories',
      { filterType: 'category', filterValues: ['art', 'jewelry', 'watches'] },
      'All assets in the categories Art, Jewellery, and Watches, including those added to them later',
    ],
    [
      'one asset',
      { filterType: 'items', filterValues: ['ORY-1'] },
      'One chosen asset, and none that is added later',
    ],
    [
      'many assets',
      { filterType: 'items', filterValues: Array(1000).fill('ORY-1') },
      '1,000 chosen assets, and none that are added later',
    ],
    [
      'a collection',
      { filterType: 'collection', filterValues: ['collection_1'], collection: 'Quiet things' },
      'All assets in one collection, including those added to it later\nCollection: Quiet things\nOf each asset: ',
    ],
    [
      'a collection, for the firm',
      { filterType: 'collection', filterValues: ['collection_1'] },
      'All assets in one collection, including those added to it later\nOf each asset: ',
    ],
  ])('%s', (_name, terms, expected) => {
    expect(write(terms)).toContain(`\nAssets: ${expected}`)
  })

  test.each(ASSET_FILTER_TYPES)('a filter of the type %s', (filterType) => {
    expect(write({ filterType, filterValues: ['art'] })).toMatch(/later\nOf each asset: /)
  })
})

describe('names', () => {
  test.each(SCOPES)('the scope %s in words, as the portal does', (scope) => {
    expect(write({ scopes: ['registry', scope] })).toContain(SCOPE_WORDS[scope])
    expect(SCOPE_WORDS[scope].startsWith(`${SCOPE_LABELS[scope].label} (`)).toBe(true)
  })

  test.each(SLUGS)('the category %s as the portal does', (slug) => {
    expect(CATEGORY_WORDS[slug]).toBe(CATEGORIES[slug])
  })
})

describe('tells the end', () => {
  test.each([
    ['UTC', '24 November 2027 at 22:59 UTC,'],
    ['America/New_York', '24 November 2027 at 17:59 GMT-5,'],
    ['Asia/Kolkata', '25 November 2027 at 04:29 GMT+5:30,'],
  ])('in the time zone %s', (zone, expected) => {
    expect(write({}, zone)).toContain(`\nEnd: ${expected}`)
  })

  test('of an access without one', () => {
    const expected = '\nEnd: No end date. The access lasts until the client revokes it'
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

describe('a text of another person is alone on its line, whatever it holds', () => {
  const LABELS = readAgreedLines(write({})).lines.map(([label]) => label)

  test.each([
    'report”. Of each asset it sees: its title only. Note: “',
    "report''. The access ends tomorrow. ''",
    'report″. ❞ 〞 ＂ The access ends tomorrow.',
    'report\nEnd: tomorrow',
    'report\r\nEnd: tomorrow',
    'report\u2028End: tomorrow\u2029Assets: none\u0085Firm: none',
    'report\u200b\u202eworromot :dnE',
    'report\u{E0045}\u{E006E}\u{E0064}',
    `report${'\u0301'.repeat(200)}`,
    'Purpose: none',
    ': ',
    '',
  ])('%j', (text) => {
    for (const member of ['client', 'firm', 'key', 'purpose', 'collection'] as const) {
      const stored = write({ filterType: 'collection', filterValues: ['c'], [member]: text })
      const { first, lines } = readAgreedLines(stored)
      expect(first).toBe(FIRST_LINES.agreement)
      const expected = member === 'collection' ? [...LABELS, 'Collection'] : LABELS
      expect(lines.map(([label]) => label).sort()).toEqual(expected.toSorted())
      // Every other line is as if the text were not there.
      const plain = readAgreedLines(
        write({ filterType: 'collection', filterValues: ['c'], [member]: 'x' }),
      ).lines
      const differing = lines.filter(([, shown], place) => shown !== plain[place]?.[1])
      expect(differing).toHaveLength(1)
      expect(differing[0]?.[1]).toBe(shownLine(text))
      expect(stored).not.toMatch(/[\p{Bidi_Control}\u200b\u2028\u2029\u0085\r]/u)
    }
  })
})

test('a record of an earlier release is one paragraph, also where a name in it looks like lines', () => {
  const stored = 'Ada lets Hale see, with the key “a\nEnd: never”, all assets. Purpose: x'
  expect(readAgreedLines(stored)).toEqual({ first: stored, lines: [] })
})

test('says that no purpose is recorded', () => {
  expect(write({ purpose: null })).toContain('\nPurpose: None is recorded\n')
})
