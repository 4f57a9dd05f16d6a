import { ScrollArea, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../i18n/text.ts'
import { Chart, type ChartPoint } from './chart.tsx'
import { ChartOrTable } from './chart-or-table.tsx'
import { Line } from './line.tsx'

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
      table={<PointTable points={points} label={label} valueName={valueName} />}
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

function PointTable({ points, label, valueName }: Pick<Props, 'points' | 'label' | 'valueName'>) {
  return (
    <ScrollArea
      h={HEIGHT + 32}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('{label} by date', { label }) }}
    >
      <Table stickyHeader className="digits" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Date')}</Table.Th>
            <Table.Th scope="col" ta="end">
              {valueName}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.toReversed().map(({ at, date, text }) => (
            <Table.Tr key={at}>
              <Table.Td>{date}</Table.Td>
              <Table.Td ta="end">{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  )
}
