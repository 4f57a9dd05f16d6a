import type { ValuationsFragment } from '../../generated/graphql.ts'
import type { ChartPoint } from '../../ui/chart/chart.tsx'
import { formatMoney, formatStatedDate } from '../../words/format.ts'

/** The entries of a history, which come newest first, as points in order of time. */
export function valuationPoints(entries: ValuationsFragment['nodes']): ChartPoint[] {
  return entries.toReversed().map(({ valuedAt, value }) => ({
    at: Date.parse(valuedAt),
    value: Number(value.amount),
    date: formatStatedDate(valuedAt),
    text: formatMoney(value),
  }))
}
