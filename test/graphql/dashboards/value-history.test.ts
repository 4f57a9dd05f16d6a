import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AssetFilter } from '../../../src/access/asset-filter.ts'
import type { Scope } from '../../../src/access/scopes.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, grantWith, keyWith, type Records } from '../../support/portfolio.ts'
import { outcomesOf } from '../../support/tables.ts'
import { codeOf } from '../portal/fixtures.ts'
import { historiesOf, valueBefore } from './figures.ts'

const gateway = testGateway()
const { database } = gateway
const POINTS = '{ at value { amount } valuedAssetCount }'

const refs = Array.from({ length: 20 }, (_, i) => `a${i}`)
const entry = fc.record({
  type: fc.constant('valuation'),
  // The last asset has no value.
  asset: fc.constantFrom(...refs.slice(0, -1)),
  value: fc.integer({ min: 0, max: 9_999_999_999 }).map((units) => (units / 1e4).toFixed(4)),
  source: fc.constantFrom('appraisal', 'spot_price'),
  valued_at: fc
    .tuple(fc.nat(59), fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 27 })))
    .map(([month, day]) => new Date(Date.UTC(2021, month, day)).toISOString()),
})

/** Histories with entries at one instant, at the ends of months, and of several sources. */
function randomRecords(seed: number): Records {
  const seen = new Set<string>()
  const entries = fc
    .sample(entry, { seed, numRuns: 300 })
    .filter(({ asset, source, valued_at }) => {
      const key = `${asset} ${source} ${valued_at}`
      return !seen.has(key) && seen.add(key)
    })
  const asset = (ref: string, i: number) => ({
    type: 'asset',
    ref,
    title: ref,
    category: i % 2 === 0 ? 'watches' : 'art',
  })
  return [...refs.map(asset), ...entries]
}

const RECORDS = randomRecords(7)
let clientId = ''

beforeAll(async () => {
  clientId = await clientWith(database, RECORDS)
})

async function granted(terms: { scopes?: readonly Scope[]; filter?: AssetFilter } = {}) {
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, clientId, terms)
  return secret
}

const ask = (key: string, args: string) =>
  gateway.graphql(`{ portfolio(clientId: "${clientId}") { valueHistory${args} ${POINTS} } }`, {
    key,
  })

describe('the points', () => {
  test('equal a computation from the records alone', async () => {
    const key = await granted()
    for (const [interval, from, to] of [
      ['month', '2021-01-01', '2026-03-01'],
      ['quarter', '2020-01-01', '2026-03-01'],
      ['year', '2019-06-30T12:00:00Z', '2026-03-01'],
    ] as const) {
      const { json } = await ask(key, `(interval: ${interval}, from: "${from}", to: "${to}")`)
      const points = json.data.portfolio.valueHistory
      const histories = [...historiesOf(RECORDS).values()]
      expect(points.length).toBeGreaterThan(5)
      for (const { at, ...figures } of points)
        expect([at, figures]).toEqual([at, valueBefore(histories, new Date(at))])
      expect(points.at(-1).valuedAssetCount).toBeGreaterThan(10)
    }
  })

  test('are of the assets inside the filter alone', async () => {
    const key = await granted({ filter: { type: 'category', categories: ['art'] } })
    const { json } = await ask(key, '(from: "2021-01-01", to: "2026-03-01")')
    const art = [...historiesOf(RECORDS)].filter(([ref]) => Number(ref.slice(1)) % 2 === 1)
    for (const { at, ...figures } of json.data.portfolio.valueHistory) {
      const histories = art.map(([, entries]) => entries)
      expect([at, figures]).toEqual([at, valueBefore(histories, new Date(at))])
    }
  })

  test('of a portfolio without values are zero', async () => {
    const empty = await clientWith(database, [
      { type: 'asset', ref: 'a', title: 'A', category: 'art' },
    ])
    const { id, secret } = await keyWith(database)
    await grantWith(database, id, empty)
    const { json } = await gateway.graphql(
      `{ portfolio(clientId: "${empty}") { valueHistory(interval: year) ${POINTS} } }`,
      { key: secret },
    )
    const points = json.data.portfolio.valueHistory
    expect(points).toHaveLength(12)
    for (const point of points)
      expect(point).toMatchObject({ value: { amount: '0.00' }, valuedAssetCount: 0 })
  })
})

test('bad input is explained', async () => {
  const codes = {
    '(from: "2026-02-01", to: "2026-01-01")': 'invalid_parameter',
    '(from: "0001-01-01")': 'invalid_parameter',
    '(from: "-9999-01-01")': 'invalid_parameter',
    '(from: "yesterday")': 'invalid_parameter',
    '(interval: day)': 'invalid_document',
  }
  const key = await granted()
  const found = await outcomesOf(codes, async (_, args) => codeOf(await ask(key, args)))
  expect(found).toEqual(codes)
})

test('without the valuation scope it is withheld, and no argument changes that', async () => {
  const key = await granted({ scopes: ['registry', 'detail'] })
  const texts = []
  for (const args of ['', '(interval: year)', '(from: "2026-02-01", to: "2026-01-01")']) {
    const { json } = await ask(key, args)
    expect(json.extensions.withheld).toEqual([
      {
        path: ['portfolio', 'valueHistory'],
        field: 'Portfolio.valueHistory',
        scope: 'valuation',
      },
    ])
    texts.push(JSON.stringify(json))
  }
  expect(new Set(texts).size).toBe(1)
  expect(texts[0]).toContain('"valueHistory":null')
})
