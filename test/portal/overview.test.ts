import { expect, test } from 'vitest'
import { pointsOf } from '../../src/portal/client/overview/value-points.ts'
import { ticksOf } from '../../src/portal/ui/chart/scale.ts'
import { testTable } from '../support/test-table.ts'

const usd = (amount: string) => ({ amount, currency: 'USD' })
const point = (at: string, amount: string, valuedAssetCount = 1) => ({
  ...{ at, value: usd(amount), valuedAssetCount },
})

test('the points of a value history have the last day of their interval, in every zone, and exact texts', () => {
  const amount = '12345678901234567890.10'
  const [at, value] = [Date.parse('2026-03-01'), Number(amount)]
  const text = 'US$12,345,678,901,234,567,890.10'
  const points = pointsOf([point('2026-03-01T00:00:00.000Z', amount)])
  expect(points).toEqual([{ at, value, date: '28 Feb 2026', text }])
})

testTable([
  [0, [0, 1]],
  [Number.NaN, [0, 1]],
  [7_529_655.8, [0, 2_000_000, 4_000_000, 6_000_000, 8_000_000]],
  [9_000, [0, 2_500, 5_000, 7_500, 10_000]],
])('the lines across a chart are at round figures', (highest, ticks) => {
  expect(ticksOf(highest)).toEqual(ticks)
})
