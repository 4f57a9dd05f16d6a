import { ScrollArea, Table } from '@mantine/core'
import type { UsageOfDaysFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { formatCalendarDate, formatNumber } from '../../words/format.ts'
import type { RequestResult } from './request-results.ts'

interface Props {
  readonly days: UsageOfDaysFragment['days']
  readonly label: string
  readonly height: number
  readonly results: readonly RequestResult[]
}

/** The numbers of the chart, newest day first. */
export function UsageTable({ days, label, height, results }: Props) {
  return (
    <ScrollArea
      h={height}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('{label} by day', { label }) }}
    >
      <Table stickyHeader className="digits" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Day')}</Table.Th>
            {results.map((result) => (
              <Table.Th key={result.key} scope="col" ta="end">
                {result.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map((day) => (
            <Table.Tr key={day.date}>
              <Table.Td>{formatCalendarDate(day.date)}</Table.Td>
              {results.map(({ key }) => (
                <Table.Td key={key} ta="end">
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
