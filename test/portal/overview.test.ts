import { describe, expect, test } from 'vitest'
import { attentionGroups } from '../../src/portal/client/overview/attention-groups.ts'
import { sharesOf } from '../../src/portal/client/overview/category-shares.ts'
import { pointsOf } from '../../src/portal/client/overview/value-points.ts'
import { OverviewDocument, OverviewGrantsDocument } from '../../src/portal/generated/graphql.ts'
import { ticksOf } from '../../src/portal/ui/chart/scale.ts'
import { testTable } from '../support/test-table.ts'
import { fullResult } from './full-result.ts'

const usd = (amount: string) => ({ amount, currency: 'USD' })
const point = (at: string, amount: string, valuedAssetCount = 1) => ({
  ...{ at, value: usd(amount), valuedAssetCount },
})

test('the points of a value history have the last day of their interval, in every zone, and exact texts', () => {
  const points = pointsOf([point('2026-03-01T00:00:00.000Z', '12345678901234567890.10')])
  expect(points).toEqual([
    {
      ...{
        at: Date.parse('2026-03-01'),
        value: Number('12345678901234567890.10'),
        date: '28 Feb 2026',
      },
      text: 'US$12,345,678,901,234,567,890.10',
    },
  ])
})

testTable([
  [0, [0, 1]],
  [Number.NaN, [0, 1]],
  [7_529_655.8, [0, 2_000_000, 4_000_000, 6_000_000, 8_000_000]],
  [9_000, [0, 2_500, 5_000, 7_500, 10_000]],
])('the lines across a chart are at round figures', (highest, ticks) => {
  expect(ticksOf(highest)).toEqual(ticks)
})

const overview = fullResult(OverviewDocument, {
  ...{ clientId: 'c', today: '2026-01-01', tomorrow: '2026-01-02', soon: '2026-04-01' },
}).portfolio
const grants = fullResult(OverviewGrantsDocument, {})

const [given] = grants.connectedApps.nodes
if (!overview || !given) throw new Error('the results are empty')
const none = { totalCount: 0, nodes: [] }
const calm = {
  ...{ ...overview, expired: none, expiring: none },
  summary: { ...overview.summary, assetCount: 2, valuedAssetCount: 2 },
}
const now = Date.parse('2026-01-01T00:00:00Z')
const grant = (changes: Partial<typeof given>) => ({
  ...{ ...given, state: 'active' as const, key: { ...given.key, state: 'active' as const } },
  ...changes,
})

test('what needs attention is a connection in its last 30 days, and none that has ended', () => {
  const soon = { expiresAt: '2026-01-10T00:00:00Z' }
  const groups = attentionGroups(calm, [grant(soon), grant({ ...soon, state: 'revoked' })], now)
  expect(groups.map(({ title, items }) => [title, items[0]?.detail])).toEqual([
    ['1 connection ends soon', 'Ends in 9 days'],
  ])
})

describe('the parts of the categories', () => {
  const category = (name: 'art' | 'wine' | 'coins', amount: string, assetCount = 1) => ({
    ...{ id: name, category: name, assetCount, totalValue: usd(amount) },
  })

  test('are of the total, the largest first', () => {
    const categories = [category('art', '1'), category('wine', '3'), category('coins', '0')]
    const { byValue, shares } = sharesOf({ assetCount: 3, totalValue: usd('4'), categories })
    expect(byValue).toBe(true)
    expect(shares.map(({ category, amount, part }) => [category, amount, part])).toEqual([
      ['wine', 'US$3.00', 0.75],
      ['art', 'US$1.00', 0.25],
      ['coins', 'No value', 0],
    ])
  })

  test('are of the number of assets where nothing has a value', () => {
    const categories = [category('art', '0', 1), category('wine', '0', 3)]
    const { byValue, shares } = sharesOf({ assetCount: 4, totalValue: usd('0'), categories })
    expect(byValue).toBe(false)
    expect(shares.map(({ amount, part }) => [amount, part])).toEqual([
      [null, 0.75],
      [null, 0.25],
    ])
  })
})
