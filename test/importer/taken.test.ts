import { expect, test } from 'vitest'
import { parseLine } from '../../src/importer/read-source.ts'
import { recordSchema } from '../../src/importer/record-schema.ts'
import { CATEGORIES } from '../../src/values/categories.ts'
import { testTable } from '../support/test-table.ts'
import { ASSET } from './bad-members.ts'

const SCHEMA = recordSchema(() => Date.parse('2026-11-20T09:30:00Z'))

function recordOf(stated: object) {
  const parsed = parseLine({ number: 1, text: JSON.stringify(stated) }, SCHEMA)
  if ('bad' in parsed) throw new Error(JSON.stringify(parsed.bad))
  return parsed.record
}

const METAL = { type: 'precious_metals' }
const detail = (category: string, given: object, stored: object): [object, object] => [
  { category, category_detail: given },
  { category_detail: stored },
]

testTable<[object, object]>([
  [{ category: 'wt' }, { category: 'watches' }],
  [{ category: 'Precious_Metals' }, { category: 'precious_metals', category_detail: METAL }],
  [{ title: '𝒳'.repeat(500) }, { title: '𝒳'.repeat(500) }],
  [{ title: 'é\u2028\t"\\' }, { title: 'é\u2028\t"\\' }],
  [
    { market_value: '0', purchase_price: '123456789012345678.1234', insurance_value: 5 },
    { market_value: '0', purchase_price: '123456789012345678.1234', insurance_value: '5' },
  ],
  [{ market_value: '1200.120000' }, { market_value: '1200.12' }],
  [{ quantity: '0.000001' }, { quantity: '0.000001' }],
  [{ quantity: '10.0000000000' }, { quantity: '10' }],
  detail('PM', { purity: '1.00000000' }, { purity: '1' }),
  detail('PM', { gross_weight_g: '31.1000000' }, { gross_weight_g: '31.1' }),
  ...[-9999, -440, -1, 1, 9999].map((year) => detail('CN', { year }, { year })),
  detail('RE', { year_built: -25 }, { year_built: -25 }),
  // The last instant of tomorrow, in UTC.
  [
    { created_at: '2026-11-21T23:59:59.999Z', market_value: '1', valued_at: '2026-11-21' },
    { created_at: '2026-11-21T23:59:59.999Z' },
  ],
  [
    { share_links: [{ label: 'x', created_at: '2020-01-01', expires_at: '2020-01-01' }] },
    { share_links: [{ expires_at: '2020-01-01T00:00:00.000Z' }] },
  ],
  // As museums have them: C1 controls, line breaks, right-to-left letters, joined emoji.
  [{ title: 'Portrait\u0096Master Tom' }, { title: 'Portrait\u0096Master Tom' }],
  [{ title: 'recto\nverso' }, { title: 'recto\nverso' }],
  [{ title: 'القرآن [al-Qurʾān]' }, { title: 'القرآن [al-Qurʾān]' }],
  [{ title: '👩\u200d🎨 at work' }, { title: '👩\u200d🎨 at work' }],
  [{ quantity: 9007199254740991 }, { quantity: '9007199254740991' }],
  [{ created_at: '1066-10-14' }, { created_at: '1066-10-14T00:00:00.000Z' }],
  [{ created_at: '2020-02-29T23:59:59.9999+02:00' }, { created_at: '2020-02-29T21:59:59.999Z' }],
  [{ market_value: '1', valued_at: '2020-01-01' }, { valued_at: '2020-01-01T00:00:00.000Z' }],
  [
    { heirs: [33.33, '66.6700', '0.00'].map((share_percent) => ({ name: 'A', share_percent })) },
    { heirs: ['33.33', '66.67', '0'].map((share_percent) => ({ share_percent })) },
  ],
  [
    { description: null, heirs: null, readiness: null, category_detail: null },
    { category_detail: { type: 'art' } },
  ],
  detail('art', { type: 'art', medium: 'oil', date: null }, { type: 'art', medium: 'oil' }),
  detail('GM', { carat: '1.50' }, { carat: '1.5' }),
  detail('GM', { certification: { lab: 'GIA', number: null } }, { certification: { lab: 'GIA' } }),
  detail('OT', { attributes: { constructor: 'x' } }, { attributes: { constructor: 'x' } }),
])('accepted records have the stored form of each value', (more, taken) => {
  expect(recordOf({ ...ASSET, ...more })).toMatchObject(taken)
})

test('an accepted empty detail has its type only, in every category', () => {
  for (const type of CATEGORIES) {
    const record = recordOf({ ...ASSET, category: type, category_detail: {} })
    expect(record).toHaveProperty('category_detail', { type })
  }
})

test('names and colons inside texts do not count as members', () => {
  expect(recordOf({ ...ASSET, title: '"a": {"a": "\\": 1}\\', notes: ' :"' })).toMatchObject({
    notes: ' :"',
  })
  const text = '{ "type" : "removal" ,\t"asset"\t: "a\\\\" }'
  expect(parseLine({ number: 1, text }, SCHEMA)).toMatchObject({ record: { asset: 'a\\' } })
})
