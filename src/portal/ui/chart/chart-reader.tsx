import type { KeyboardEvent, PointerEvent } from 'react'
import classes from './chart.module.css'
import type { ChartPoint } from './chart.tsx'
import { nearestPlace } from './scale.ts'

interface Props {
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

/** Reads a chart point by point, by pointer and by keys. To screen readers it is a slider over the points. */
export function ChartReader({ label, points, xs, place, onChoose }: Props) {
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
