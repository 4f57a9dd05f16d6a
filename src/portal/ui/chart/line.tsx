import classes from './chart.module.css'
import type { ChartLayout } from './layout.ts'

// With more points than this, the line alone is clearer.
const MAX_DOTS = 40

interface Props {
  readonly layout: ChartLayout
  readonly chosen: number | null
}

/** The points of a chart as a line. */
export function Line({ layout: { floor, dots }, chosen }: Props) {
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
