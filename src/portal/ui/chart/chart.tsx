import { Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import classes from './chart.module.css'
import { type ChartLayout, layOut } from './layout.ts'
import { nearestPlace } from './scale.ts'

/** A point of a chart: where it is drawn, and how it is read. */
export interface ChartPoint {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The number is only drawn. People read `text`, which is exact. */
  readonly value: number
  readonly date: string
  readonly text: string
}

interface Props {
  /** In order of time, at least one. */
  readonly points: readonly ChartPoint[]
  /** The subject of the chart, such as "Value of your assets". */
  readonly label: string
  /** The whole chart in one sentence. */
  readonly summary: string
  readonly formatTick: (value: number, isHighest: boolean) => string
  readonly height: number
  /** The space between the axes and the outer points, in pixels. */
  readonly inset?: number
  /** Draws the points. `chosen` is the place of the point that is read; null: none is marked. */
  readonly children: (layout: ChartLayout, chosen: number | null) => ReactNode
}

/**
 * Values over time. The point under the pointer, or the one that the arrow keys have reached, is read above the chart;
 * the last one at first.
 */
export function Chart({ points, label, summary, height, children, ...frame }: Props) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [chosen, setChosen] = useState<number | null>(null)
  const last = points.length - 1
  const place = Math.min(chosen ?? last, last)
  const layout = layOut(points, { width, height, ...frame })
  return (
    <div>
      <Reading of={points[place]} />
      <div ref={ref} className={classes.figure} style={{ height }}>
        {width > 0 && (
          <>
            <svg
              width={width}
              height={height}
              role="img"
              aria-label={summary}
              className={classes.plot}
            >
              <Axes of={layout} />
              {children(layout, chosen === null ? null : place)}
            </svg>
            <ChartReader
              label={label}
              points={points}
              xs={layout.dots.map(({ x }) => x)}
              place={place}
              onChoose={setChosen}
            />
          </>
        )}
      </div>
    </div>
  )
}

function Axes({ of: { left, width, values, dates } }: { of: ChartLayout }) {
  return (
    <>
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
    </>
  )
}

function Reading({ of: point }: { of: ChartPoint | undefined }) {
  return (
    <Text size="sm" className="digits" mb="xs" aria-hidden>
      <Text span inherit c="dimmed">
        {point?.date}:
      </Text>{' '}
      <Text span inherit fw={600}>
        {point?.text}
      </Text>
    </Text>
  )
}

interface ReaderProps {
  readonly label: string
  readonly points: readonly ChartPoint[]
  /** The horizontal place of each point. */
  readonly xs: readonly number[]
  readonly place: number
  /** Null: the pointer or the focus has left. */
  readonly onChoose: (place: number | null) => void
}

const STEPS: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowLeft: (place) => place - 1,
  ArrowDown: (place) => place - 1,
  ArrowRight: (place) => place + 1,
  ArrowUp: (place) => place + 1,
  PageDown: (place) => place - 12,
  PageUp: (place) => place + 12,
  Home: () => 0,
  End: (_place, last) => last,
}

// Reads a chart point by point, by pointer and by keys. To screen readers it is a slider over the points.
function ChartReader({ label, points, xs, place, onChoose }: ReaderProps) {
  const last = points.length - 1
  const point = points[place]
  const move = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) =>
    onChoose(nearestPlace(xs, clientX - currentTarget.getBoundingClientRect().left))
  const step = (event: KeyboardEvent) => {
    const next = Object.hasOwn(STEPS, event.key) ? STEPS[event.key]?.(place, last) : undefined
    if (next === undefined) return
    event.preventDefault()
    onChoose(Math.max(0, Math.min(last, next)))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.reader}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={place}
      aria-valuetext={point && `${point.date}: ${point.text}`}
      onPointerMove={move}
      onPointerDown={move}
      onPointerLeave={() => onChoose(null)}
      onFocus={() => onChoose(place)}
      onBlur={() => onChoose(null)}
      onKeyDown={step}
    />
  )
}
