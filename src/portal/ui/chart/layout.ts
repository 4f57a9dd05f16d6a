import type { ChartPoint } from './chart.tsx'
import { labelledPlaces, ticksOf } from './scale.ts'

const TOP = 8
const BOTTOM = 26
const LABEL_WIDTH = 120
const DIGIT_WIDTH = 8.4

interface Frame {
  readonly width: number
  readonly height: number
  readonly formatTick: (value: number, isHighest: boolean) => string
  readonly inset?: number
}

interface Label {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle' | 'end'
}

/** Where each part of a chart is, in pixels. */
export interface ChartLayout {
  readonly width: number
  readonly height: number
  /** The left and the lower edge of the ground. */
  readonly left: number
  readonly floor: number
  /** The height of a value above the lower edge. */
  readonly heightOf: (value: number) => number
  readonly dots: readonly { readonly x: number; readonly y: number }[]
  readonly values: readonly Label[]
  readonly dates: readonly Label[]
}

/** Lays out a chart whose values begin at 0, so that a line twice as high is twice as much. */
export function layOut(points: readonly ChartPoint[], frame: Frame): ChartLayout {
  const { width, height, formatTick, inset = 6 } = frame
  const ticks = ticksOf(Math.max(...points.map(({ value }) => value)))
  const texts = ticks.map((tick, i) => formatTick(tick, i === ticks.length - 1))
  const left = Math.ceil(Math.max(...texts.map(({ length }) => length)) * DIGIT_WIDTH) + 8
  const floor = height - BOTTOM
  const top = ticks.at(-1) ?? 1
  const heightOf = (value: number) => (value / top) * (floor - TOP)
  const right = width - inset
  const xOf = placer(points, left + inset, right)
  const dots = points.map((point) => ({ x: xOf(point.at), y: floor - heightOf(point.value) }))
  const xs = dots.map(({ x }) => x)
  return {
    width,
    height,
    left,
    floor,
    heightOf,
    dots,
    values: ticks.map((tick, place) => ({
      ...{ text: texts[place] ?? '', x: left - 8, y: floor - heightOf(tick), anchor: 'end' },
    })),
    dates: labelledPlaces(xs, LABEL_WIDTH).map((place) => {
      const x = xs[place] ?? 0
      const anchor =
        x > right - LABEL_WIDTH / 2 ? 'end' : x < left + LABEL_WIDTH / 2 ? 'start' : 'middle'
      return { text: points[place]?.date ?? '', x, y: height - 6, anchor }
    }),
  }
}

// A single point is in the middle.
function placer(points: readonly ChartPoint[], left: number, right: number) {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  if (first === last) return () => (left + right) / 2
  return (at: number) => left + ((at - first) / (last - first)) * (right - left)
}
