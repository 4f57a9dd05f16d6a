import { Group, ScrollArea, SegmentedControl, Stack, Table } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/text.ts'
import { type ChartPoint, LineChart } from './line-chart.tsx'

interface Props {
  readonly points: readonly ChartPoint[]
  readonly label: string
  readonly summary: string
  readonly formatTick: (value: number) => string
  /** The name of the column of values. */
  readonly valueName: string
  /** Other choices, to the left of the choice of view. */
  readonly controls?: ReactNode
}

const HEIGHT = 240
const VIEWS = [
  { value: 'chart', label: t('Chart') },
  { value: 'table', label: t('Table') },
]

/**
 * A line over time, as a chart or as a table of the same height. The default export of its module, which is loaded when
 * a chart is shown.
 */
export default function ChartOrTable({ controls, valueName, ...chart }: Props) {
  const [view, setView] = useState('chart')
  const { label, points } = chart
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        {controls}
        <SegmentedControl
          size="xs"
          value={view}
          onChange={setView}
          aria-label={t('{label}: show as', { label })}
          data={VIEWS}
        />
      </Group>
      {view === 'chart' ? (
        <LineChart {...chart} height={HEIGHT} />
      ) : (
        <PointTable points={points} label={label} valueName={valueName} />
      )}
    </Stack>
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
