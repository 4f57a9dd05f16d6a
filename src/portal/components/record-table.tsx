import { Box, Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './record-table.module.css'

export interface Column<Record> {
  readonly name: string
  readonly cell: (record: Record) => ReactNode
  readonly align?: 'right'
  /** What is in the column says itself what it is, such as a button; its name is for screen readers. */
  readonly plain?: boolean
}

interface Props<Record> {
  readonly label: string
  /** The first holds what each record is called. */
  readonly columns: readonly Column<Record>[]
  readonly records: readonly Record[]
  readonly keyOf: (record: Record) => string
  /** Room at its sides, where nothing around it gives any. */
  readonly inset?: boolean
}

/**
 * A row a record; where there is no room for the columns, a list of names and values a record, so
 * that nothing has to be scrolled for. Its roles are named: a table laid out as blocks may lose them.
 */
export function RecordTable<Record>(props: Props<Record>) {
  const { label, columns, records, keyOf, inset = false } = props
  return (
    <Box className={classes.frame}>
      <Table
        role="table"
        aria-label={label}
        verticalSpacing="sm"
        horizontalSpacing={inset ? 'md' : 'xs'}
        className={`${classes.table} ${inset ? '' : classes.flush} digits`}
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
            <Table.Tr key={keyOf(record)} role="row" className={classes.record}>
              {columns.map((column, place) => (
                <Cell key={column.name} column={column} heads={place === 0}>
                  {column.cell(record)}
                </Cell>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}

interface CellProps<Record> {
  readonly column: Column<Record>
  readonly heads: boolean
  readonly children: ReactNode
}

function Cell<Record>({ column: { name, align, plain }, heads, children }: CellProps<Record>) {
  const names = [align && classes[align], classes.cell, plain && classes.wide].filter(Boolean)
  if (heads)
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
