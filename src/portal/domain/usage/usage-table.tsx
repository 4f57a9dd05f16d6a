import { ScrollArea, Table } from '@mantine/core'
import type { UsageOfDaysFragment } from '../../generated/graphql.ts'
import { formatCalendarDate, formatNumber } from '../../words/format.ts'
import { REQUEST_RESULTS } from './request-results.ts'

interface Props {
  readonly days: UsageOfDaysFragment['days']
  readonly label: string
  readonly height: number
}

/** The numbers of the chart, newest day first. */
export function UsageTable({ days, label, height }: Props) {
  return (
    <ScrollArea
      h={height}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': `${label} by day` }}
    >
      <Table stickyHeader className="digits" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Day</Table.Th>
            {REQUEST_RESULTS.map((result) => (
              <Table.Th key={result.key} scope="col" ta="right">
                {result.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map((day) => (
            <Table.Tr key={day.date}>
              <Table.Td>{formatCalendarDate(day.date)}</Table.Td>
              {REQUEST_RESULTS.map(({ key }) => (
                <Table.Td key={key} ta="right">
                  {formatNumber(day[key])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  )
}
