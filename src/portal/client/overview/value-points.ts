import { addDecimals } from '../../../values/numbers.ts'
import type { ValueHistoryQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { ChartPoint } from '../../ui/chart/chart.tsx'
import { formatLastDay, formatMoney, formatSigned } from '../../words/format.ts'

type Point = NonNullable<ValueHistoryQuery['portfolio']['valueHistory']>[number]

/** The points of a history from the first that has a value on. */
export function pointsOf(history: readonly Point[]): ChartPoint[] {
  const first = history.findIndex(({ valuedAssetCount }) => valuedAssetCount > 0)
  if (first === -1) return []
  return history.slice(first).map(({ at, value }) => ({
    at: Date.parse(at),
    value: Number(value.amount),
    date: formatLastDay(at),
    text: formatMoney(value),
  }))
}

/** "+US$1,200.00 (+3.2%) in 12 months", and how many assets had no value before. */
export function formatChange(before: Point, now: Point): string {
  const { amount, currency } = now.value
  const change = addDecimals([amount, `-${before.value.amount}`])
  const part = Number(before.value.amount) > 0 ? Number(change) / Number(before.value.amount) : null
  const says = t('{change} in 12 months.', {
    change: formatSigned({ amount: change, currency }, part),
  })
  const count = now.valuedAssetCount - before.valuedAssetCount
  if (count <= 0) return says
  return `${says} ${t(
    '{count, plural, one {# asset was valued for the first time.} other {# assets were valued for the first time.}}',
    { count },
  )}`
}
