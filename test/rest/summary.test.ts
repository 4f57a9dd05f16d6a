import { expect, test } from 'vitest'
import type { AssetFilter } from '../../src/access/asset-filter.ts'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { testGateway } from '../support/gateway.ts'
import { readerOf } from '../support/portfolio.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'
import { coin } from './records.ts'
import { read } from './walk.ts'

const gateway = testGateway()
const { database } = gateway
const paper = (asset: string, document_type: string) => ({
  ...{ type: 'document', asset, ref: `${asset} ${document_type}`, document_type, title: 'Paper' },
})
const usd = (amount: string) => ({ amount, currency: 'USD' })
const whole = testReader(gateway, [
  coin('w1', { category: 'watches', market_value: '999999999999999999.9999' }),
  coin('w2', { category: 'watches', market_value: '0.0001' }),
  coin('w3', { category: 'watches' }),
  coin('c1', { market_value: '0.1' }),
  coin('c2', { market_value: '0.2' }),
  coin('b1', { category: 'books' }),
  ...[paper('c1', 'invoice'), paper('c1', 'letter'), paper('c2', 'photograph')],
  paper('b1', 'invoice'),
])

async function summary(terms: { scopes?: readonly Scope[]; filter?: AssetFilter } = {}) {
  const { secret } = await readerOf(database, whole.clientId, terms)
  return read(gateway, `/api/v1/portfolio/summary?client_id=${whole.clientId}`, secret)
}

test('the summary adds up what is visible, exactly', async () => {
  const body = await summary()
  expect(Object.keys(body)).toEqual(['data', 'grant'])
  const { changedAt } = await database.prisma.portfolio.findUniqueOrThrow({
    where: { clientId: whole.clientId },
  })
  expect(body.data).toStrictEqual({
    client_id: whole.clientId,
    currency: 'USD',
    as_of: changedAt.toISOString(),
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    asset_count: 6,
    categories: [
      { category: 'watches', asset_count: 3, total_value: usd('1000000000000000000.00') },
      { category: 'coins', asset_count: 2, total_value: usd('0.30') },
      { category: 'books', asset_count: 1, total_value: usd('0.00') },
    ],
    total_value: usd('1000000000000000000.30'),
    valued_asset_count: 4,
    // Recommended: 5 for each watch, 4 for each coin, 4 for the book; there: 3.
    documentation: { completeness_score: Math.floor(300 / 27) },
  })
})

const COUNTS = ['client_id', 'currency', 'as_of', 'digest', 'asset_count', 'categories']
const documentation = ['documentation']
const totals = ['total_value', 'valued_asset_count']

testTable<[readonly Scope[], category: string[], optional: string[]]>([
  [['valuation'], ['total_value'], totals],
  [['documentation'], [], documentation],
  [['registry'], [], []],
  [SCOPES.filter((each) => !/^(valuation|documentation)$/.test(each)), [], []],
])('the summary has the members of the scopes', async (scopes, ofCategory, optional) => {
  const { data } = await summary({ scopes })
  expect(Object.keys(data)).toEqual([...COUNTS, ...optional])
  for (const category of data.categories)
    expect(Object.keys(category)).toEqual(['category', 'asset_count', ...ofCategory])
})

testTable<[string, () => AssetFilter, number, string, number]>([
  ['categories', () => ({ type: 'category', categories: ['coins', 'books'] }), 3, '0.30', 25],
  ['no category', () => ({ type: 'category', categories: [] }), 0, '0.00', 0],
  [
    'some items',
    () => ({ type: 'items', registryIds: [whole.ids.c1 ?? '', whole.ids.w2 ?? ''] }),
    2,
    '0.1001',
    11,
  ],
  ['no items', () => ({ type: 'items', registryIds: [] }), 0, '0.00', 0],
])('the summary of a filter covers its assets only', async (_name, filter, count, total, score) => {
  const { data, grant } = await summary({ filter: filter() })
  expect(grant.asset_filter).toBe(filter().type)
  expect(data).toMatchObject({
    asset_count: count,
    total_value: usd(total),
    documentation: { completeness_score: score },
  })
  const counts = data.categories.map((each: { asset_count: number }) => each.asset_count)
  expect(counts.reduce((sum: number, each: number) => sum + each, 0)).toBe(count)
})
