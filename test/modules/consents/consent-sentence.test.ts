import { expect, test } from 'vitest'
import { ASSET_FILTER_TYPES } from '../../../src/access/asset-filter.ts'
import {
  type NamedTerms,
  writeConsentSentence,
} from '../../../src/modules/consents/consent-sentence.ts'
import { FIRST_LINES, readAgreedLines } from '../../../src/values/agreed-lines.ts'
import { shownLine } from '../../../src/values/shown-line.ts'
import { takenRows } from '../../support/tables.ts'

const TERMS: NamedTerms = {
  ...{ client: 'Ada Hale', firm: 'Hale Estates', key: 'Reports', purpose: 'A yearly report' },
  ...{ reference: null, collection: null, scopes: ['registry', 'valuation'] },
  ...{ filterType: 'all', filterValues: [] },
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

test('says which assets, and what of later ones', () => {
  const collection: Partial<NamedTerms> = {
    filterType: 'collection',
    filterValues: ['collection_1'],
  }
  const terms: readonly (readonly [string, Partial<NamedTerms>])[] = [
    [
      'All assets in the category Wine, including those added to it later',
      { filterType: 'category', filterValues: ['wine'] },
    ],
    [
      'All assets in the categories Art, Jewellery, and Watches, including those added to them later',
      { filterType: 'category', filterValues: ['art', 'jewelry', 'watches'] },
    ],
    [
      'One chosen asset, and none that is added later',
      { filterType: 'items', filterValues: ['ORY-1'] },
    ],
    [
      '1,000 chosen assets, and none that are added later',
      { filterType: 'items', filterValues: Array(1000).fill('ORY-1') },
    ],
    [
      'All assets in one collection, including those added to it later\nCollection: Quiet things\nOf each asset: ',
      { ...collection, collection: 'Quiet things' },
    ],
    [
      'All assets in one collection, including those added to it later\nOf each asset: ',
      collection,
    ],
  ]
  for (const [expected, of] of terms) expect.soft(write(of)).toContain(`\nAssets: ${expected}`)
  for (const filterType of ASSET_FILTER_TYPES)
    expect.soft(write({ filterType, filterValues: ['art'] })).toMatch(/later\nOf each asset: /)
})

test('tells the end in the time zone of the reader, and rejects what is no zone', () => {
  for (const [zone, expected] of [
    ['UTC', '24 November 2027 at 22:59 UTC,'],
    ['America/New_York', '24 November 2027 at 17:59 GMT-5,'],
    ['Asia/Kolkata', '25 November 2027 at 04:29 GMT+5:30,'],
  ] as const)
    expect.soft(write({}, zone)).toContain(`\nEnd: ${expected}`)
  expect(write({ expiresAt: null })).toContain(
    '\nEnd: No end date. The access lasts until the client revokes it',
  )
  const zones = ['', 'Atlantis/City', '<b>', 'x'.repeat(1000), 'UTC\0']
  const error = { code: 'invalid_parameter' }
  expect(takenRows(zones, (zone) => write({}, zone), error)).toEqual([])
})

test('a text of another person is alone on its line, whatever it holds', () => {
  const labels = readAgreedLines(write({})).lines.map(([label]) => label)
  const inCollection: Partial<NamedTerms> = { filterType: 'collection', filterValues: ['c'] }
  for (const text of [
    'report”. Of each asset it sees: its title only. Note: “',
    'report\nEnd: tomorrow',
    'report\r\nEnd: tomorrow',
    'report\u2028End: tomorrow\u2029Assets: none\u0085Firm: none',
    'report\u200b\u202eworromot :dnE',
    'report\u{E0045}\u{E006E}\u{E0064}',
    `report${'\u0301'.repeat(200)}`,
    'Purpose: none',
    ': ',
    '',
  ])
    for (const member of ['client', 'firm', 'key', 'purpose', 'collection'] as const) {
      const stored = write({ ...inCollection, [member]: text })
      const { first, lines } = readAgreedLines(stored)
      expect(first).toBe(FIRST_LINES.agreement)
      const expected = member === 'collection' ? [...labels, 'Collection'] : labels
      expect(lines.map(([label]) => label).sort(), text).toEqual(expected.toSorted())
      // Every other line is as if the text were not there.
      const plain = readAgreedLines(write({ ...inCollection, [member]: 'x' })).lines
      const differing = lines.filter(([, shown], place) => shown !== plain[place]?.[1])
      expect(differing.map(([, shown]) => shown)).toEqual([shownLine(text)])
      expect(stored).not.toMatch(/[\p{Bidi_Control}\u200b\u2028\u2029\u0085\r]/u)
    }
})

test('a record of an earlier release is one paragraph, also where a name in it looks like lines', () => {
  const stored = 'Ada lets Hale see, with the key “a\nEnd: never”, all assets. Purpose: x'
  expect(readAgreedLines(stored)).toEqual({ first: stored, lines: [] })
})
