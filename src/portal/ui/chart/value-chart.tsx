import type { ReactNode } from 'react'
import { t } from '../../i18n/text.ts'
import classes from './chart.module.css'
import { Chart, type ChartPoint } from './chart.tsx'
import { ChartOrTable, ChartTable } from './chart-or-table.tsx'
import type { ChartLayout } from './layout.ts'

interface Props {
  readonly points: readonly ChartPoint[]
  readonly label: string
  readonly formatTick: (value: number, isHighest: boolean) => string
  /** The name of the column of values. */
  readonly valueName: string
  /** Other choices, to the left of the choice of view. */
  readonly controls?: ReactNode
}

const HEIGHT = 240

/**
 * A line over time, as a chart or as a table of the same height. The default export of its module, which is loaded when
 * a chart is shown.
 */
export default function ValueChart({ controls, valueName, ...chart }: Props) {
  const { label, points } = chart
  return (
    <ChartOrTable
      label={label}
      controls={controls}
      chart={
        <Chart {...chart} summary={summarize(label, points)} height={HEIGHT}>
          {(layout, chosen) => <Line layout={layout} chosen={chosen} />}
        </Chart>
      }
      table={
        <ChartTable
          label={label}
          frame={t('{label} by date', { label })}
          height={HEIGHT + 32}
          head={[t('Date'), valueName]}
          rows={points.map(({ date, text }) => [date, text])}
        />
      }
    />
  )
}

// The whole chart in a sentence, for those who do not see it.
function summarize(label: string, points: readonly ChartPoint[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return label
  return t(
    '{label}, from {first} on {firstDate} to {last} on {lastDate}. The table lists all values.',
    {
      ...{ label, first: first.text, firstDate: first.date },
      ...{ last: last.text, lastDate: last.date },
    },
  )
}

// With more points than this, the line alone is clearer.
const MAX_DOTS = 40

interface LineProps {
  readonly layout: ChartLayout
  readonly chosen: number | null
}

// The points of a chart as a line.
function Line({ layout: { floor, dots }, chosen }: LineProps) {
  const line = dots.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')
  const [first, last] = [dots[0], dots.at(-1)]
  const mark = chosen === null ? undefined : dots[chosen]
  return (
    <>
      {first && last && dots.length > 1 && (
        <path d={`M${first.x},${floor}L${line}L${last.x},${floor}Z`} className={classes.area} />
      )}
      <path d={`M${line}`} className={classes.line} />
      {dots.length <= MAX_DOTS &&
        dots.map(({ x, y }) => <circle key={x} cx={x} cy={y} r={3} className={classes.dot} />)}
      {mark && (
        <>
          <line x1={mark.x} x2={mark.x} y1={0} y2={floor} className={classes.cursor} />
          <circle cx={mark.x} cy={mark.y} r={5} className={classes.chosen} />
        </>
      )}
    </>
  )
}
