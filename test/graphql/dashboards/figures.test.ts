import { beforeAll, describe, expect, test } from 'vitest'
import { ASHDOWN, TESTWELL, VALCROZE } from '../../../src/demo/owners.ts'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { createClient } from '../../../src/modules/people/person.writes.ts'
import { demoRecords } from '../../support/demo-records.ts'
import { testGateway } from '../../support/gateway.ts'
import {
  grantWith,
  importRecords,
  keyWith,
  type Records,
  registryIds,
} from '../../support/portfolio.ts'
import { amountOf, historiesOf, units, valueBefore } from './figures.ts'

const gateway = testGateway()
const { database } = gateway

interface Portfolio {
  readonly currency: string
  readonly records: Records
}

/** The market value of each asset by its ref: as stated, or else that of its newest valuation. */
function marketValues(records: Records): Map<string, bigint | null> {
  const histories = historiesOf(records)
  const values = new Map<string, bigint | null>()
  for (const record of records) {
    if (record.type !== 'asset') continue
    const ref = String(record.ref)
    const entries = [...(histories.get(ref) ?? [])].sort(
      (one, other) => other.at - one.at || (one.source < other.source ? 1 : -1),
    )
    const stated = record.market_value == null ? null : units(String(record.market_value))
    values.set(ref, stated ?? entries[0]?.value ?? null)
  }
  return values
}

const sum = (values: Iterable<bigint | null>) =>
  [...values].reduce<bigint>((total, value) => total + (value ?? 0n), 0n)

const QUERY = `{
  portfolioTotals { currencies { currency assetCount valuedAssetCount totalValue
    categories { category assetCount totalValue } } }
  portfolios(first: 3) { nodes { client { id }
    top: assets(first: 10, orderBy: { field: market_value, direction: desc }) {
      nodes { registryId valuation { marketValue { amount } } } }
    months: valueHistory(interval: month, from: "2006-12-15", to: "2026-11-15") { ...P }
    quarters: valueHistory(interval: quarter, from: "1970-01-01", to: "2026-11-15") { ...P }
    years: valueHistory(interval: year, from: "1800-01-01", to: "2026-11-15") { ...P }
    expiringDocuments(first: 100, expiresFrom: "0001-01-01") { totalCount nodes { registryId document { title expiresOn } } }
  } } } fragment P on ValuePoint { at value { amount } valuedAssetCount }`

describe('of the demo', () => {
  const portfolios = new Map<string, Portfolio>()
  let answer: ReturnType<typeof JSON.parse>

  beforeAll(async () => {
    const { id, secret } = await keyWith(database)
    for (const owner of [ASHDOWN, VALCROZE, TESTWELL]) {
      const { currency } = owner
      const records = await demoRecords(owner)
      const { id: clientId } = await createClient(database.prisma, OPERATOR, {
        name: 'Ada Hale',
        email: `${crypto.randomUUID()}@example.com`,
        environment: 'production',
        currency,
      })
      await importRecords(database, clientId, records)
      await grantWith(database, id, clientId)
      portfolios.set(clientId, { currency, records })
    }
    answer = (await gateway.graphql(QUERY, { key: secret })).json
  }, 300_000)

  test('every figure equals a computation from the records', async () => {
    expect(answer.errors).toBeUndefined()
    expect(answer.data.portfolios.nodes).toHaveLength(portfolios.size)
    for (const node of answer.data.portfolios.nodes) {
      const records = portfolios.get(node.client.id)?.records ?? []
      const histories = [...historiesOf(records).values()]
      const points = [...node.months, ...node.quarters, ...node.years]
      expect(points).toHaveLength(239 + 227 + 226)
      for (const { at, ...figures } of points)
        expect([at, figures]).toEqual([at, valueBefore(histories, new Date(at))])
      expect(points.some(({ valuedAssetCount }) => valuedAssetCount > 10)).toBe(true)
      await expectTop(node, records)
      expectExpiring(node, records)
    }
  })

  test('the totals equal a computation from the records', () => {
    const { currencies } = answer.data.portfolioTotals
    const names = new Set([...portfolios.values()].map(({ currency }) => currency))
    expect(currencies.map((each: { currency: string }) => each.currency)).toEqual([...names].sort())
    for (const found of currencies) {
      const own = [...portfolios.values()].filter(({ currency }) => currency === found.currency)
      const values = own.flatMap(({ records }) => [...marketValues(records).values()])
      expect(found).toMatchObject({
        assetCount: values.length,
        valuedAssetCount: values.filter((value) => value !== null).length,
        totalValue: amountOf(sum(values)),
      })
      for (const { category, ...figures } of found.categories) {
        const inCategory = own.flatMap(({ records }) => valuesOfCategory(records, category))
        const expected = { assetCount: inCategory.length, totalValue: amountOf(sum(inCategory)) }
        expect([category, figures]).toEqual([category, expected])
      }
    }
  })

  async function expectTop(
    node: { client: { id: string }; top: ReturnType<typeof JSON.parse> },
    records: Records,
  ) {
    const ids = await registryIds(database, node.client.id)
    const expected = [...marketValues(records)]
      .map(([ref, value]) => ({ id: ids[ref] ?? '', value: value ?? -1n }))
      .sort((one, other) =>
        one.value === other.value ? (one.id < other.id ? 1 : -1) : one.value < other.value ? 1 : -1,
      )
      .slice(0, 10)
      .map(({ id, value }) => [id, amountOf(value)])
    const found = node.top.nodes.map((asset: ReturnType<typeof JSON.parse>) => [
      asset.registryId,
      asset.valuation.marketValue.amount,
    ])
    expect(found).toEqual(expected)
  }
})

function valuesOfCategory(records: Records, category: string): (bigint | null)[] {
  const values = marketValues(records)
  return records
    .filter((record) => record.type === 'asset' && record.category === category)
    .map(({ ref }) => values.get(String(ref)) ?? null)
}

function expectExpiring(node: ReturnType<typeof JSON.parse>, records: Records): void {
  const dates = records
    .filter((record) => record.type === 'document' && record.expires_on != null)
    .map((record) => String(record.expires_on))
    .sort()
  const { totalCount, nodes } = node.expiringDocuments
  expect(totalCount).toBe(dates.length)
  const found = nodes.map(({ document }: ReturnType<typeof JSON.parse>) => document.expiresOn)
  expect(found).toEqual(dates.slice(0, 100))
}
