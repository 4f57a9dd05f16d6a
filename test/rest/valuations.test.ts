import { describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'
import { coin } from './records.ts'
import { onePage, read, walkByLinks, walkByNumber } from './walk.ts'

const gateway = testGateway()
const path = () => `/api/v1/assets/${reader.ids.a}/valuations?client_id=${reader.clientId}`

const entry = (value: string, source: string, valued_at: string) => {
  return { type: 'valuation', asset: 'a', value, source, valued_at }
}

const HISTORY = [
  entry('5.5', 'spot_price', '2026-05-01T10:00:00.001Z'),
  entry('4', 'user_estimate', '2026-05-01T10:00:00Z'),
  entry('3.0001', 'spot_price', '2026-05-01T10:00:00Z'),
  entry('2', 'appraisal', '2026-05-01T10:00:00Z'),
  entry('1', 'spot_price', '2026-04-30T23:59:59.999Z'),
  entry('123456789012345678.9', 'spot', '0001-01-01'),
]

const shuffled = [3, 0, 5, 1, 4, 2].map((i) => HISTORY[i] ?? {})
const RECORDS = [
  ...[coin('a', { market_value: '1' }), coin('b'), ...shuffled],
  ...[{ ...entry('7', 'spot_price', '2026-06-01'), asset: 'b' }, coin('c')],
]
const reader = testReader(gateway, RECORDS, {}, { scopes: ['valuation'] })

const values = (pages: { data: { value: { amount: string } }[] }[]) =>
  pages.flatMap((page) => page.data.map(({ value }) => value.amount))
const NEWEST_FIRST = ['5.50', '4.00', '3.0001', '2.00', '1.00', '123456789012345678.90']

test('the valuations of an asset are entries of four members, newest first', async () => {
  const body = await read(gateway, path(), reader.key)
  expect(Object.keys(body)).toEqual(['data', 'pagination', 'links', 'grant'])
  expect(values([body])).toEqual(NEWEST_FIRST)
  expect(body.data[0]).toStrictEqual({
    id: expect.stringMatching(/^val\w*_[0-9A-HJKMNP-TV-Z]{26}$/),
    value: { amount: '5.50', currency: 'USD' },
    source: 'spot_price',
    valued_at: '2026-05-01T10:00:00.001Z',
  })
  expect(body.data.at(-1).valued_at).toBe('0001-01-01T00:00:00.000Z')
  expect(body.pagination).toEqual(onePage(6))
})

testTable([1, 2, 6, 100])(
  'the valuations of an asset are each listed once, at any size of page',
  async (size) => {
    const url = `${path()}&page_size=${size}`
    expect(values(await walkByLinks(gateway, url, reader.key))).toEqual(NEWEST_FIRST)
    expect(values(await walkByNumber(gateway, url, reader.key))).toEqual(NEWEST_FIRST)
  },
)

testTable([
  ['2026-05-01T10:00:00Z', 1],
  ['2026-05-01T12:00:00%2B02:00', 1],
  ['2026-05-01T09:59:59.999Z', 4],
  ['2026-05-01T10:00:00.001Z', 0],
  ['2026-04-30', 5],
  ['9999-12-31T23:59:59.999Z', 0],
])('the valuations of an asset since an instant are those after it', async (since, count) => {
  const body = await read(gateway, `${path()}&since=${since}`, reader.key)
  expect(values([body])).toEqual(NEWEST_FIRST.slice(0, count))
  expect(body.pagination.total_count).toBe(count)
})

testTable([
  ['spot_price', ['5.50', '3.0001', '1.00']],
  ['spot', ['123456789012345678.90']],
  ['appraisal', ['2.00']],
  ['auction_result', []],
])(
  'the valuations of an asset of a source are those of that source only',
  async (source, expected) => {
    const body = await read(gateway, `${path()}&source=${source}`, reader.key)
    expect(values([body])).toEqual(expected)
    expect(body.pagination.total_count).toBe(expected.length)
  },
)

test('the valuations of an asset can be walked within a source and a time', async () => {
  const url = `${path()}&source=spot_price&since=2026-01-01&page_size=1`
  expect(values(await walkByLinks(gateway, url, reader.key))).toEqual(['5.50', '3.0001', '1.00'])
})

describe('the documents of an asset', () => {
  const paper = (title: string, document_type: string, members = {}) => ({
    ...{ type: 'document', asset: 'art', ref: title, document_type, title },
    ...{ file_path: '/private/place.pdf', ...members },
  })
  const dates = { issued_on: '2026-02-28', expires_on: '2027-02-28' }
  const papers = [
    coin('art', { category: 'art' }),
    paper('undated 1', 'letter'),
    paper('new', 'invoice', { issuer: 'A gallery', ...dates, file_size: 9007199254740991 }),
    paper('undated 2', 'invoice'),
    paper('old', 'provenance', { issued_on: '0001-01-01', file_size: 0 }),
    paper('middle', 'appraisal', { issued_on: '2025-12-31' }),
  ]
  const of = testReader(gateway, papers, {}, { scopes: ['documentation'] })

  const documents = () =>
    read(gateway, `/api/v1/assets/${of.ids.art}/documents?client_id=${of.clientId}`, of.key)
  const titles = (pages: { data: { title: string }[] }[]) =>
    pages.flatMap((page) => page.data.map(({ title }) => title))

  test('the documents of an asset are metadata only', async () => {
    const body = await documents()
    expect(Object.keys(body)).toEqual(['data', 'completeness', 'grant'])
    const [newest] = body.data
    expect(newest).toStrictEqual({
      id: expect.stringMatching(/^doc\w*_[0-9A-HJKMNP-TV-Z]{26}$/),
      type: 'invoice',
      title: 'new',
      issuer: 'A gallery',
      issued_on: '2026-02-28',
      expires_on: '2027-02-28',
      file_size: 9007199254740991,
    })
    const bare = body.data.find(({ title }: { title: string }) => title === 'middle')
    expect(bare).toMatchObject({ issuer: null, expires_on: null, file_size: null })
    expect(JSON.stringify(body)).not.toContain('private')
  })

  test('the documents of an asset are ordered newest first, those without a date last', async () => {
    const found = titles([await documents()])
    expect(found.slice(0, 3)).toEqual(['new', 'middle', 'old'])
    expect(found.slice(3).sort()).toEqual(['undated 1', 'undated 2'])
  })

  test('completeness lists what is recommended, present and missing', async () => {
    const { completeness } = await documents()
    expect(completeness).toStrictEqual({
      score: 50,
      recommended: [
        'invoice',
        'certificate_of_authenticity',
        'provenance',
        'appraisal',
        'condition_report',
        'photograph',
      ],
      present: ['invoice', 'provenance', 'appraisal'],
      missing: ['certificate_of_authenticity', 'condition_report', 'photograph'],
    })
  })
})
