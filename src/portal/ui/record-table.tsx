import { Box, Card, Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { isolated } from '../i18n/isolated.tsx'
import { ENTRY } from './entry.ts'
import classes from './record-table.module.css'

export interface Column<Record> {
  readonly name: string
  readonly cell: (record: Record) => ReactNode
  readonly align?: 'end'
  /** The cells need no visible label, such as buttons; the name is for screen readers. */
  readonly plain?: boolean
}

interface Props<Record> {
  readonly label: string
  /** The first column is the name of the record. */
  readonly columns: readonly Column<Record>[]
  readonly records: readonly Record[]
  /** In a card of its own. */
  readonly framed?: boolean
}

/**
 * A table with a row per record. On a narrow screen each record becomes a list of names and values,
 * so that nothing scrolls sideways. The roles are explicit, since CSS blocks can remove them.
 */
export function RecordTable<Record extends { readonly id: string }>(props: Props<Record>) {
  const { label, columns, records, framed = false } = props
  const table = (
    <Box className={classes.frame}>
      <Table
        role="table"
        aria-label={label}
        verticalSpacing="sm"
        horizontalSpacing={framed ? 'md' : 'xs'}
        className={`${classes.table} ${framed ? '' : classes.flush} digits`}
      >
        <Table.Thead role="rowgroup" className={classes.head}>
          <Table.Tr role="row">
            {columns.map(({ name, align, plain }) => (
              <Table.Th
                key={name}
                role="columnheader"
                scope="col"
                className={align && classes[align]}
              >
                {plain ? <VisuallyHidden>{name}</VisuallyHidden> : name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup" className={classes.body}>
          {records.map((record) => (
            <Table.Tr key={record.id} role="row" className={classes.record} {...ENTRY}>
              {columns.map((column, index) => (
                <Cell key={column.name} column={column} isHeader={index === 0}>
                  {isolated(column.cell(record))}
                </Cell>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
  if (!framed) return table
  // The menu of the last row reaches below the card.
  return (
    <Card p={0} style={{ overflow: 'visible' }}>
      {table}
    </Card>
  )
}

interface CellProps<Record> {
  readonly column: Column<Record>
  readonly isHeader: boolean
  readonly children: ReactNode
}

function Cell<Record>({ column: { name, align, plain }, isHeader, children }: CellProps<Record>) {
  const names = [align && classes[align], classes.cell, plain && classes.wide].filter(Boolean)
  if (isHeader)
    return (
      <Table.Th role="rowheader" scope="row" fw={500} className={`${classes.cell} ${classes.wide}`}>
        {children}
      </Table.Th>
    )
  return (
    <Table.Td role="cell" className={names.join(' ')}>
      {!plain && (
        <span className={classes.label} aria-hidden>
          {name}
        </span>
      )}
      <div>{children}</div>
    </Table.Td>
  )
}
