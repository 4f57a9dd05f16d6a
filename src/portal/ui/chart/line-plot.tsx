import classes from './chart.module.css'
import type { ChartLayout } from './layout.ts'

// With more points than this, the line alone is clearer.
const MAX_DOTS = 40

interface Props {
  readonly layout: ChartLayout
  readonly summary: string
  /** The place of the point that is read; null: none is marked. */
  readonly chosen: number | null
}

/** The drawing of a line chart. */
export function LinePlot({ layout, summary, chosen }: Props) {
  const { width, height, left, floor, dots, values, dates } = layout
  const line = dots.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')
  const [first, last] = [dots[0], dots.at(-1)]
  const mark = chosen === null ? undefined : dots[chosen]
  return (
    <svg width={width} height={height} role="img" aria-label={summary} className={classes.plot}>
      {values.map(({ text, x, y, anchor }) => (
        <g key={y}>
          <line x1={left} x2={width} y1={y} y2={y} className={classes.grid} />
          <text x={x} y={y} dy="0.32em" textAnchor={anchor} className={classes.tick}>
            {text}
          </text>
        </g>
      ))}
      {dates.map(({ text, x, y, anchor }) => (
        <text key={x} x={x} y={y} textAnchor={anchor} className={classes.tick}>
          {text}
        </text>
      ))}
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
    </svg>
  )
}
