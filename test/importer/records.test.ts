import { describe, expect, test } from 'vitest'
import { parseLine } from '../../src/importer/parse.ts'

const ASSET = { type: 'asset', ref: 'a', title: 'T', category: 'art' }
const VALUATION = {
  type: 'valuation',
  asset: 'a',
  value: '1',
  source: 'spot_price',
  valued_at: '2020-01-01',
}
const DOCUMENT = { type: 'document', asset: 'a', ref: 'd', document_type: 'appraisal', title: 'T' }
const VALUATION_REMOVAL = {
  type: 'valuation_removal',
  asset: 'a',
  source: 'spot_price',
  valued_at: '2020-01-01',
}
const DOCUMENT_REMOVAL = { type: 'document_removal', ref: 'd' }
const SECRET = 'THE-PRIVATE-VALUE'

function parse(text: string) {
  return parseLine({ number: 7, text })
}

function badOf(stated: object | string) {
  const parsed = parse(typeof stated === 'string' ? stated : JSON.stringify(stated))
  if (!('bad' in parsed)) throw new Error('The line was taken.')
  return parsed.bad
}

const UNCLEAN = ['a\0b', '\ud800', 'x\udc00']
const BAD_TEXTS = [5, true, {}, ['a'], ...UNCLEAN]
const BAD_MONEY = [
  '',
  '-1',
  '+1',
  '1e3',
  '1.',
  '.5',
  '01',
  '1.0000000',
  '1,000',
  ' 1',
  '1\n',
  '1234567890123456789',
  'NaN',
  1.5,
  1e300,
  2 ** 53,
  -1,
  {},
  true,
]
const BAD_INSTANTS = [
  '',
  '2020',
  '2020-1-1',
  '2023-02-29',
  '2020-13-01',
  '0000-01-01',
  '2020-01-01T00:00:00',
  '2020-01-01 00:00:00Z',
  '2020-01-01T24:00:00Z',
  '2020-01-01T00:00:00+25:00',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '+012020-01-01',
  0,
]
const BAD_DATES = [
  '',
  '2023-02-29',
  '1900-02-29',
  '2020-01-01T00:00:00Z',
  '0000-01-01',
  '20200101',
  0,
]
const BAD_WORDS = ['', 'Spot', 'spot price', 'spot-price', '_x', '1x', 'é', 'x'.repeat(65), 5]
const BAD_SCORES = [-1, 101, 1.5, '50', true]
const BAD_PERCENTAGES = [-1, 100.01, '100.01', 33.333, '33.333', '', ' 5', '1e1', 1e-7, null, {}]

const BAD_MEMBERS: [base: object, member: string, values: unknown[]][] = [
  [ASSET, 'ref', [...BAD_TEXTS, '', null, 'x'.repeat(501)]],
  [ASSET, 'title', [...BAD_TEXTS, '', null, undefined, 'x'.repeat(501), '𝒳'.repeat(501)]],
  [ASSET, 'category', ['', 'ART DECO', 'constructor', '__proto__', null, undefined, 5]],
  [ASSET, 'quantity', [...BAD_MONEY, '0', '0.000000', 0]],
  [ASSET, 'market_value', [...BAD_MONEY, '1.00000']],
  [ASSET, 'purchase_price', BAD_MONEY],
  [ASSET, 'insurance_value', BAD_MONEY],
  [ASSET, 'valued_at', [...BAD_INSTANTS, '2020-01-01']],
  [ASSET, 'created_at', BAD_INSTANTS],
  [ASSET, 'description', [...BAD_TEXTS, 'x'.repeat(20_001)]],
  [ASSET, 'notes', [...BAD_TEXTS, 'x'.repeat(20_001)]],
  [ASSET, 'internal_notes', [...BAD_TEXTS, 'x'.repeat(20_001)]],
  [ASSET, 'seller', [...BAD_TEXTS, 'x'.repeat(501)]],
  [ASSET, 'storage_location', [...BAD_TEXTS, 'x'.repeat(501)]],
  [ASSET, 'collections', ['c1', {}, 5]],
  [ASSET, 'heirs', [{}, 'A']],
  [ASSET, 'share_links', [{}, [{ label: 'x' }, { label: 'x' }]]],
  [ASSET, 'readiness', [[], 'x', 5]],
  [ASSET, 'verification', [[], 'x', 5]],
  [ASSET, 'type', ['assets']],
  [VALUATION, 'asset', [...BAD_TEXTS, '', null, undefined]],
  [VALUATION, 'value', [...BAD_MONEY, null, undefined]],
  [VALUATION, 'source', [...BAD_WORDS, null, undefined]],
  [VALUATION, 'valued_at', [...BAD_INSTANTS, null, undefined]],
  [VALUATION_REMOVAL, 'asset', [...BAD_TEXTS, '', null, undefined]],
  [VALUATION_REMOVAL, 'source', [...BAD_WORDS, null, undefined]],
  [VALUATION_REMOVAL, 'valued_at', [...BAD_INSTANTS, null, undefined]],
  [DOCUMENT_REMOVAL, 'ref', [...BAD_TEXTS, '', null, undefined, 'x'.repeat(501)]],
  [DOCUMENT, 'document_type', [...BAD_WORDS, null, undefined]],
  [DOCUMENT, 'title', [...BAD_TEXTS, '', null]],
  [DOCUMENT, 'issuer', [...BAD_TEXTS, 'x'.repeat(501)]],
  [DOCUMENT, 'issued_on', BAD_DATES],
  [DOCUMENT, 'expires_on', BAD_DATES],
  [DOCUMENT, 'file_size', [-1, 1.5, 2 ** 53, '5', true]],
  [DOCUMENT, 'file_path', [...BAD_TEXTS, 'x'.repeat(1_001)]],
  [{ type: 'collection', ref: 'c' }, 'name', [...BAD_TEXTS, '', null, undefined]],
]

describe('members that are rejected by name', () => {
  test.each(
    BAD_MEMBERS.flatMap(([base, member, values]) =>
      values.map((value) => [member, value, base] as const),
    ),
  )('%s: %j', (member, value, base) => {
    const bad = badOf({ ...base, [member]: value })
    expect(bad.member).toBe(member)
    expect(bad.reason).toContain('expected ')
  })

  test.each<[string, object]>([
    ['heirs[1].name', { heirs: [{ name: 'A', share_percent: 1 }, { share_percent: 1 }] }],
    ...BAD_PERCENTAGES.map((share): [string, object] => [
      'heirs[0].share_percent',
      { heirs: [{ name: 'A', share_percent: share }] },
    ]),
    ['heirs[0].age', { heirs: [{ name: 'A', share_percent: 1, age: 5 }] }],
    ['heirs[0]', { heirs: ['A'] }],
    ['share_links[0].label', { share_links: [{}] }],
    ['share_links[0].secret', { share_links: [{ label: 'x', secret: SECRET }] }],
    ['share_links[0].expires_at', { share_links: [{ label: 'x', expires_at: 'soon' }] }],
    ...BAD_INSTANTS.flatMap((instant): [string, object][] => [
      ['share_links[0].created_at', { share_links: [{ label: 'x', created_at: instant }] }],
      ['share_links[0].revoked_at', { share_links: [{ label: 'x', revoked_at: instant }] }],
    ]),
    ['share_links[0].revoked_at', { share_links: [{ label: 'x', revoked_at: '9999-12-31' }] }],
    ['collections[1]', { collections: ['c', ''] }],
    ...BAD_SCORES.map((score): [string, object] => ['readiness.score', { readiness: { score } }]),
    ...BAD_SCORES.map((score): [string, object] => [
      'verification.risk_score',
      { verification: { risk_score: score } },
    ]),
    ['readiness.gaps[0]', { readiness: { gaps: [5] } }],
    ['verification.status', { verification: { status: 'Verified' } }],
    ['verification.tamper_state', { verification: { tamper_state: '' } }],
    [
      'verification.scans[0].method',
      { verification: { scans: [{ scanned_at: '2020-01-01', result: 'ok' }] } },
    ],
    [
      'verification.scans',
      {
        verification: {
          scans: [0, 0].map(() => ({ scanned_at: '2020-01-01', method: 'nfc', result: 'ok' })),
        },
      },
    ],
    [
      'verification.scans',
      {
        verification: {
          scans: Array.from({ length: 1001 }, (_, i) => ({
            scanned_at: new Date(i).toISOString(),
            method: 'nfc',
            result: 'ok',
          })),
        },
      },
    ],
    ['category_detail.weight', { category_detail: { weight: 1 } }],
    ['category_detail.weight', { category_detail: { weight: null } }],
    ['category_detail.type', { category_detail: { type: 'watches' } }],
    ['category_detail.creators[0]', { category_detail: { creators: ['\ud800'] } }],
    ['category_detail.signed', { category_detail: { signed: 'yes' } }],
    ['category_detail', { category_detail: 'oil' }],
    ['category_detail', { category_detail: [] }],
    ['category_detail.year', { category: 'watches', category_detail: { year: '1960' } }],
    ['category_detail.year', { category: 'watches', category_detail: { year: 1960.5 } }],
    ['category_detail.purity', { category: 'PM', category_detail: { purity: '1.0001' } }],
    ['category_detail.purity', { category: 'PM', category_detail: { purity: 0.999 } }],
    [
      'category_detail.stones[0].carat',
      { category: 'JW', category_detail: { stones: [{ carat: -1 }] } },
    ],
    [
      'category_detail.certification.name',
      { category: 'GM', category_detail: { certification: { name: 'x' } } },
    ],
    [
      'category_detail.attributes.size',
      { category: 'other', category_detail: { attributes: { size: 5 } } },
    ],
    [
      'category_detail.attributes',
      { category: 'other', category_detail: { attributes: JSON.parse('{"__proto__":"x"}') } },
    ],
  ])('%s of %j', (member, more) => {
    expect(badOf({ ...ASSET, ...more }).member).toBe(member)
  })

  test('the reason does not quote the line', () => {
    const lines = [
      { ...ASSET, internal_notes: [SECRET] },
      { ...ASSET, internal_notes: `${SECRET}\0` },
      { ...ASSET, title: 5, internal_notes: SECRET },
      { ...DOCUMENT, file_path: { [SECRET]: SECRET } },
      { ...DOCUMENT, issued_on: SECRET, file_path: SECRET },
      `{"type":"asset","internal_notes":"${SECRET}`,
    ]
    for (const line of lines) expect(JSON.stringify(badOf(line))).not.toContain(SECRET)
  })
})
