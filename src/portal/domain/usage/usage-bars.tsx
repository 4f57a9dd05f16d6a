import { Group, Stack, Text } from '@mantine/core'
import type { UsageOfDaysFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { BarPart } from '../../ui/bars.tsx'
import classes from '../../ui/chart/chart.module.css'
import { Chart } from '../../ui/chart/chart.tsx'
import type { ChartLayout } from '../../ui/chart/layout.ts'
import { formatCalendarDate, formatNumber } from '../../words/format.ts'
import { formatUsage, type RequestResult } from './request-results.ts'

interface Props {
  readonly usage: UsageOfDaysFragment
  readonly label: string
  readonly height: number
  readonly results: readonly RequestResult[]
}

/** A bar per day, stacked by result. The default export of its module, which is loaded lazily. */
export default function UsageBars({ usage, label, height, results }: Props) {
  const { days } = usage
  const points = days.map((day) => {
    const value = results.reduce((sum, { key }) => sum + day[key], 0)
    const text = formatUsage({ total: value, days: [day] }, results)
    return { at: Date.parse(day.date), value, date: formatCalendarDate(day.date), text }
  })
  const bars = days.map((day) => results.map(({ key, color }) => [day[key], color] as const))
  return (
    <Stack gap="xs">
      <Chart
        points={points}
        label={label}
        summary={t('{label}. {usage}. The table lists every day.', {
          label,
          usage: formatUsage(usage, results),
        })}
        formatTick={formatNumber}
        height={height}
        inset={BAR_INSET}
      >
        {(layout, chosen) => <StackedBars layout={layout} bars={bars} chosen={chosen} />}
      </Chart>
      <Group gap="md" justify="center">
        {results.map(({ key, label: name, color }) => (
          <Group key={key} gap={6} wrap="nowrap">
            <span className={classes.swatch} style={{ background: color }} aria-hidden />
            <Text size="sm">{name}</Text>
          </Group>
        ))}
      </Group>
    </Stack>
  )
}

const MAX_WIDTH = 24

// Half the width of a bar, so that the outer bars are within the axes.
const BAR_INSET = MAX_WIDTH / 2

interface BarsProps {
  readonly layout: ChartLayout
  /** The parts of the bar at each point, the lowest first. */
  readonly bars: readonly (readonly BarPart[])[]
  readonly chosen: number | null
}

function StackedBars({ layout: { left, width, floor, heightOf, dots }, bars, chosen }: BarsProps) {
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
