import { ScrollArea, Table } from '@mantine/core'
import type { UsageOfDaysFragment } from '../generated/graphql.ts'
import { dayInWords, numberInWords } from '../words.ts'
import { OUTCOMES } from './outcomes.ts'

interface Props {
  readonly days: UsageOfDaysFragment['days']
  readonly label: string
  readonly height: number
}

/** The numbers behind the bars, newest day first. */
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
            {OUTCOMES.map((outcome) => (
              <Table.Th key={outcome.key} scope="col" ta="right">
                {outcome.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map((day) => (
            <Table.Tr key={day.date}>
              <Table.Td>{dayInWords(day.date)}</Table.Td>
              {OUTCOMES.map(({ key }) => (
                <Table.Td key={key} ta="right">
                  {numberInWords(day[key])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  )
}
