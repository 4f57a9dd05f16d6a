import { Group, ScrollArea, SegmentedControl, Stack, Table } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/text.ts'

interface Props {
  /** The subject, such as "Value of your assets". */
  readonly label: string
  /** To the left of the choice of view. */
  readonly controls?: ReactNode
  readonly chart: ReactNode
  readonly table: ReactNode
}

/** The same numbers as a chart or as a table. */
export function ChartOrTable({ label, controls, chart, table }: Props) {
  const [view, setView] = useState('chart')
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        {controls}
        <SegmentedControl
          size="xs"
          value={view}
          onChange={setView}
          aria-label={t('{label}: show as', { label })}
          data={[
            { value: 'chart', label: t('Chart') },
            { value: 'table', label: t('Table') },
          ]}
        />
      </Group>
      {view === 'chart' ? chart : table}
    </Stack>
  )
}

interface TableProps {
  readonly label: string
  /** The name of the frame in which the table scrolls. */
  readonly frame: string
  readonly height: number
  /** The names of the columns, and in each row a date and its values. The oldest row is first. */
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The numbers of a chart, newest first. */
export function ChartTable({ label, frame, height, head, rows }: TableProps) {
  return (
    <ScrollArea h={height} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': frame }}>
      <Table stickyHeader className="digits" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {head.map((name, place) => (
              <Table.Th key={name} scope="col" ta={place > 0 ? 'end' : undefined}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.toReversed().map((row) => (
            <Table.Tr key={row.join()}>
              {row.map((text, place) => (
                <Table.Td key={head[place]} ta={place > 0 ? 'end' : undefined}>
                  {text}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  )
}
