import type { BarPart } from '../bars.tsx'
import classes from './chart.module.css'
import type { ChartLayout } from './layout.ts'

const MAX_WIDTH = 24

/** Half the width of a bar, so that the outer bars are within the axes. */
export const BAR_INSET = MAX_WIDTH / 2

interface Props {
  readonly layout: ChartLayout
  /** The parts of the bar at each point, the lowest first. */
  readonly bars: readonly (readonly BarPart[])[]
  readonly chosen: number | null
}

/** The points of a chart as bars. */
export function StackedBars({
  layout: { left, width, floor, heightOf, dots },
  bars,
  chosen,
}: Props) {
  const barWidth = Math.min(MAX_WIDTH, ((width - left) / bars.length) * 0.8)
  return bars.map((parts, place) => {
    const x = (dots[place]?.x ?? 0) - barWidth / 2
    let y = floor
    return (
      <g key={x} opacity={chosen === null || chosen === place ? 1 : 0.5}>
        {parts.map(([value, color]) => {
          const height = heightOf(value)
          y -= height
          return (
            <rect
              key={color}
              x={x}
              y={y}
              width={barWidth}
              height={height}
              className={classes.bar}
              style={{ fill: color }}
            />
          )
        })}
      </g>
    )
  })
}
