import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  type HistoryArgs,
  intervalEnds,
} from '../../../src/modules/valuations/value-history.reads.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, importRecords, type Records, readerOf } from '../../support/portfolio.ts'
import { testReader } from '../../support/reader.ts'
import { historiesOf, valueBefore } from './figures.ts'

const gateway = testGateway()
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
  const asset = (ref: string, i: number) => {
    return { type: 'asset', ref, title: ref, category: i % 2 === 0 ? 'watches' : 'art' }
  }
  return [...refs.map(asset), ...entries]
}

const RECORDS = randomRecords(7)
const reader = testReader(gateway, RECORDS)
const filter = { type: 'category', categories: ['art'] } as const
const ofArt = testReader(gateway, RECORDS, { filter })
const withoutValues = testReader(gateway, RECORDS, { scopes: ['registry', 'detail'] })

test('the points equal a computation from the records inside the filter alone', async () => {
  const all = [...historiesOf(RECORDS)]
  const art = all.filter(([ref]) => Number(ref.slice(1)) % 2 === 1)
  for (const [by, shown] of [
    [reader, all],
    [ofArt, art],
  ] as const)
    for (const [interval, from, to] of [
      ['month', '2021-01-01', '2026-03-01'],
      ['quarter', '2020-01-01', '2026-03-01'],
      ['year', '2019-06-30T12:00:00Z', '2026-03-01'],
    ] as const) {
      const args = `(interval: ${interval}, from: "${from}", to: "${to}")`
      const { json } = await by.ask(`valueHistory${args} ${POINTS}`)
      const points = json.data.portfolio.valueHistory
      const histories = shown.map(([, entries]) => entries)
      expect(points.length).toBeGreaterThan(5)
      for (const { at, ...figures } of points)
        expect([at, figures]).toEqual([at, valueBefore(histories, new Date(at))])
      expect(points.at(-1).valuedAssetCount).toBeGreaterThan(shown.length / 2)
      // Nothing was valued before the first entry.
      if (interval === 'quarter')
        expect(points[0]).toMatchObject({ value: { amount: '0.00' }, valuedAssetCount: 0 })
    }
})

const AT = ['2023-03-01T00:00:00.000Z', '2021-02-01T00:00:00.001Z', '2023-03-01T00:00:00.000Z']
const IN_CATEGORIES = `{ at value { amount } valuedAssetCount categories { category value { amount } valuedAssetCount } }`

test('so do the values at some instants, by category', async () => {
  const art = [...historiesOf(RECORDS)].filter(([ref]) => Number(ref.slice(1)) % 2 === 1)
  const histories = art.map(([, entries]) => entries)
  const { json } = await ofArt.ask(`valuesAt(at: ${JSON.stringify(AT)}) ${IN_CATEGORIES}`)
  expect(json.data.portfolio.valuesAt).toEqual(
    AT.map((at) => {
      const then = valueBefore(histories, new Date(at))
      return { at, ...then, categories: [{ category: 'art', ...then }] }
    }),
  )
})

const worth = (ref: string, more: object) => {
  return { type: 'asset', ref, title: ref, category: 'art', ...more }
}
const VALUED: Records = [
  worth('stated', { market_value: '7' }),
  worth('followed', { category: 'watches' }),
  worth('without a history', { market_value: '100' }),
  ...['stated', 'followed'].map((asset) => ({
    ...{ type: 'valuation', asset, value: '5', source: 'appraisal', valued_at: '2025-01-01' },
  })),
]

test('the values now are the market values of the assets that have a history', async () => {
  const clientId = await clientWith(gateway.database, VALUED)
  const { secret: key } = await readerOf(gateway.database, clientId)
  const ask = async (at: string) => {
    const text = `{ portfolio(clientId: "${clientId}") { valuesAt(at: [${at}]) ${IN_CATEGORIES} } }`
    return (await gateway.graphql(text, { key })).json
  }
  const [now] = (await ask('"2126-01-01"')).data.portfolio.valuesAt
  expect(now).toMatchObject({ value: { amount: '12.00' }, valuedAssetCount: 2 })
  expect(now.categories).toMatchObject([
    { category: 'watches', valuedAssetCount: 1 },
    { category: 'art', value: { amount: '7.00' } },
  ])
  expect(Math.abs(Date.parse(now.at) - Date.now())).toBeLessThan(3_600_000)
  for (const at of ['', Array(5).fill('"2026-01-01"').join()])
    expect((await ask(at)).errors[0]).toMatchObject({
      message: 'at takes 1 to 4 instants.',
      extensions: { code: 'invalid_parameter' },
    })
})

test('without the valuation scope it is withheld, and no argument changes that', async () => {
  const texts = []
  for (const args of ['', '(interval: year)', '(from: "2026-02-01", to: "2026-01-01")']) {
    const { json } = await withoutValues.ask(`valueHistory${args} ${POINTS}`)
    const path = ['portfolio', 'valueHistory']
    const withheld = [{ path, field: 'Portfolio.valueHistory', scope: 'valuation' }]
    expect(json.extensions.withheld).toEqual(withheld)
    texts.push(JSON.stringify(json))
  }
  expect(new Set(texts).size).toBe(1)
  expect(texts[0]).toContain('"valueHistory":null')
})

test('the valuations are read once for each range and version of the portfolio', async () => {
  const query = vi.spyOn(gateway.serving.pool, 'query')
  const readsOf = async (args: string) => {
    query.mockClear()
    await reader.ask(`valueHistory${args} ${POINTS}`)
    return query.mock.calls.filter(([each]) => JSON.stringify(each).includes('FROM valuations'))
      .length
  }
  const yearsFrom = (year: number) => `(interval: year, from: "${year}-06-01")`
  const [years, more] = [yearsFrom(2021), yearsFrom(2020)]
  expect([await readsOf(years), await readsOf(years), await readsOf(more)]).toEqual([1, 0, 1])
  await importRecords(gateway.database, reader.clientId, [{ ...RECORDS[0], title: 'Another' }])
  expect([await readsOf(years), await readsOf(years)]).toEqual([1, 0])
  vi.restoreAllMocks()
})

const NOW = new Date('2026-11-27T10:00:00Z')

const at = (text: string) => new Date(text)

function days(args: HistoryArgs): string[] {
  return intervalEnds(args, NOW).map((end) => {
    expect(end.toISOString()).toMatch(/T00:00:00\.000Z$/)
    return end.toISOString().slice(0, 10)
  })
}

describe('the ends of intervals', () => {
  test('are twelve by default, up to now', () => {
    const months = days({ interval: 'month' })
    expect(months).toHaveLength(12)
    expect([months[0], months.at(-1)]).toEqual(['2025-12-01', '2026-11-01'])
    expect(days({ interval: 'quarter' }).at(-1)).toBe('2026-10-01')
    expect(days({ interval: 'year' })[0]).toBe('2015-01-01')
  })

  test('are those of the calendar between from and to', () => {
    const cases: readonly (readonly [HistoryArgs['interval'], string, string, string[]])[] = [
      // From is not an end itself.
      ['month', '2026-01-01', '2026-03-01', ['2026-02-01', '2026-03-01']],
      ['year', '2026-02-01', '2026-11-01', []],
      ['quarter', '2025-12-31', '2026-08-01', ['2026-01-01', '2026-04-01', '2026-07-01']],
      // Nothing is after now.
      ['month', '2026-10-15', '2030-01-01', ['2026-11-01']],
      ['year', '0001-01-01', '0004-06-01', ['0002-01-01', '0003-01-01', '0004-01-01']],
    ]
    const found = cases.map(([interval, from, to]) =>
      days({ interval, from: at(from), to: at(to) }),
    )
    expect(found).toEqual(cases.map(([, , , ends]) => ends))
  })

  test('of the first year there are no earlier ones', () => {
    expect(days({ interval: 'month', to: at('0001-02-15') })).toEqual(['0001-02-01'])
    expect(days({ interval: 'year', to: at('0001-02-15') })).toEqual([])
  })

  test('are at most 240', () => {
    expect(days({ interval: 'month', from: at('2006-11-01') })).toHaveLength(240)
    for (const from of ['2006-10-31', '0001-01-01'])
      expect(() => days({ interval: 'month', from: at(from) })).toThrow(/at most 240/)
  })

  test('need from before to, or before now', () => {
    for (const [from, to] of [
      ['2026-01-01', '2026-01-01'],
      ['2026-02-01', '2026-01-01'],
      ['2027-01-01', null],
    ] as const) {
      const args = { interval: 'month', from: at(from), to: to === null ? null : at(to) } as const
      expect(() => days(args), from).toThrow(/from takes an instant before/)
    }
  })
})
