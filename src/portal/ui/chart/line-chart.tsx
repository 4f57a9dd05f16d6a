import { Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import classes from './chart.module.css'
import { ChartReader } from './chart-reader.tsx'
import { layOut } from './layout.ts'
import { LinePlot } from './line-plot.tsx'

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
  /** The subject of the line, such as "Value of your assets". */
  readonly label: string
  /** The whole chart in one sentence. */
  readonly summary: string
  readonly formatTick: (value: number) => string
  readonly height: number
}

/**
 * A line over time. The point under the pointer, or the one that the arrow keys have reached, is read above it; the
 * last one at first.
 */
export function LineChart({ points, label, summary, formatTick, height }: Props) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [chosen, setChosen] = useState<number | null>(null)
  const last = points.length - 1
  const place = Math.min(chosen ?? last, last)
  const layout = layOut(points, { width, height, formatTick })
  return (
    <div>
      <Reading of={points[place]} />
      <div ref={ref} className={classes.figure} style={{ height }}>
        {width > 0 && (
          <>
            <LinePlot layout={layout} summary={summary} chosen={chosen === null ? null : place} />
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

function Reading({ of: point }: { of: ChartPoint | undefined }) {
  return (
    <Text size="sm" className="digits" mb="xs" aria-hidden>
      <Text span inherit fw={600}>
        {point?.text}
      </Text>{' '}
      <Text span inherit c="dimmed">
        {point?.date}
      </Text>
    </Text>
  )
}
