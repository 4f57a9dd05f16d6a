import type { ValuationsFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
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

/** The whole chart in a sentence, for those who do not see it. */
export function summarizeValuations(points: readonly ChartPoint[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  if (points.length === 1)
    return t('Value of this asset: {value} on {date}.', { value: last.text, date: last.date })
  return t(
    'Value of this asset, from {first} on {firstDate} to {last} on {lastDate}. The table lists all {count} values.',
    {
      first: first.text,
      firstDate: first.date,
      last: last.text,
      lastDate: last.date,
      count: points.length,
    },
  )
}
