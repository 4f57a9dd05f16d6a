import { Text } from '@mantine/core'
import { addDecimals } from '../../../values/numbers.ts'
import type { StatementQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { CATEGORIES } from '../../words/categories.ts'
import { formatCalendarDate, formatMoney, formatSigned } from '../../words/format.ts'

type Values = NonNullable<NonNullable<StatementQuery['portfolio']>['valuesAt']>[number]
type Sum = Pick<Values, 'value' | 'valuedAssetCount'>

interface Row {
  readonly id: string
  readonly begin: Sum | undefined
  readonly end: Sum
}

/** The values at the begin and at the end of a year: of each category, and of all. */
export function ValueTable({ of: [begin, end] }: { readonly of: readonly Values[] }) {
  if (!begin || !end || end.valuedAssetCount === 0)
    return <Text size="sm">{t('None of your assets has a history of values.')}</Text>
  const categories = end.categories.map((sum) => ({
    id: CATEGORIES[sum.category],
    begin: begin.categories.find(({ category }) => category === sum.category),
    end: sum,
  }))
  return (
    <>
      <RecordTable
        label={t('Value')}
        columns={columnsOf(begin.at, end.at)}
        records={[...categories, { id: t('Total'), begin, end }]}
      />
      <Text size="xs" c="dimmed" mt="xs">
        {t(
          'By the valuations of the assets that you have now. It is not what you owned then: assets that you no longer have are left out, and each asset counts from its first valuation.',
        )}
      </Text>
    </>
  )
}

function columnsOf(begin: string, end: string): readonly Column<Row>[] {
  return [
    {
      name: t('Category'),
      cell: ({ id, end: { valuedAssetCount: count } }) => (
        <>
          {id}{' '}
          <Text span size="xs" c="dimmed">
            {t('{count, plural, one {# asset} other {# assets}}', { count })}
          </Text>
        </>
      ),
    },
    { name: lastDayBefore(begin), align: 'end', cell: (row) => formatBegin(row, formatMoney) },
    { name: lastDayBefore(end), align: 'end', cell: (row) => formatMoney(row.end.value) },
    { name: t('Change in the year'), align: 'end', cell: formatChange },
  ]
}

// The end of a year is the first instant of the next one in UTC. A person means the day before it.
function lastDayBefore(end: string): string {
  return formatCalendarDate(new Date(Date.parse(end) - 1).toISOString().slice(0, 10))
}

function formatBegin({ begin }: Row, format: (value: Sum['value']) => string): string {
  return begin && begin.valuedAssetCount > 0 ? format(begin.value) : '–'
}

function formatChange(row: Row): string {
  const { value } = row.end
  return formatBegin(row, ({ amount }) =>
    formatSigned({ ...value, amount: addDecimals([value.amount, `-${amount}`]) }, null),
  )
}
