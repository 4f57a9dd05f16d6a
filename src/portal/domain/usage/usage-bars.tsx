import { Bar, BarChart, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { UsageOfDaysFragment } from '../../generated/graphql.ts'
import { formatCalendarDate, formatNumber } from '../../words/format.ts'
import type { RequestResult } from './request-results.ts'

interface Props {
  readonly days: UsageOfDaysFragment['days']
  readonly height: number
  readonly results: readonly RequestResult[]
}

/** A bar per day, stacked by result. The default export of its module, which is loaded lazily. */
export default function UsageBars({ days, height, results }: Props) {
  return (
    <ResponsiveContainer width="100%" height={height}>
      <BarChart data={[...days]} accessibilityLayer={false} margin={MARGIN}>
        {axes}
        {results.map(({ key, label, color }) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            fill={color}
            stackId="day"
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

const MARGIN = { top: 4, right: 0, bottom: 0, left: 0 }
const TICK = { fontSize: 12, fill: 'var(--mantine-color-dimmed)' }
const SURFACE = {
  background: 'var(--mantine-color-body)',
  border: '1px solid var(--mantine-color-default-border)',
  borderRadius: 'var(--mantine-radius-md)',
  fontSize: 13,
}

const axes = [
  <XAxis
    key="x"
    dataKey="date"
    tickFormatter={formatCalendarDate}
    tick={TICK}
    tickLine={false}
    minTickGap={48}
    stroke="var(--mantine-color-default-border)"
  />,
  <YAxis
    key="y"
    allowDecimals={false}
    tickFormatter={formatNumber}
    tick={TICK}
    tickLine={false}
    axisLine={false}
    width="auto"
  />,
  <Tooltip
    key="tooltip"
    contentStyle={SURFACE}
    itemStyle={{ color: 'var(--mantine-color-text)' }}
    labelFormatter={(date) => formatCalendarDate(String(date))}
    cursor={{ fill: 'var(--mantine-color-default-hover)' }}
  />,
  <Legend
    key="legend"
    itemSorter={null}
    iconSize={10}
    formatter={(name) => <LegendText name={String(name)} />}
  />,
]

function LegendText({ name }: { name: string }) {
  return <span style={{ color: 'var(--mantine-color-text)', fontSize: 13 }}>{name}</span>
}
