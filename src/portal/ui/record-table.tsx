import { Box, Card, Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { isolated } from '../i18n/isolated.tsx'
import { ENTRY } from './entry.ts'
import classes from './record-table.module.css'

/**
 * A column of a table. Numbers stand at the `end`. The cells of a `plain` column need no visible label, and neither do
 * `actions`, which stand at the end: the name is for screen readers.
 */
export type Column<Record> = readonly [
  name: string,
  cell: (record: Record) => ReactNode,
  kind?: 'end' | 'plain' | 'actions',
]

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
            {columns.map(([name, , kind]) => (
              <Table.Th key={name} role="columnheader" scope="col" className={alignOf(kind)}>
                {isPlain(kind) ? <VisuallyHidden>{name}</VisuallyHidden> : name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup" className={classes.body}>
          {records.map((record) => (
            <Table.Tr key={record.id} role="row" className={classes.record} {...ENTRY}>
              {columns.map(([name, cell, kind], index) => (
                <Cell key={name} name={name} kind={index === 0 ? 'header' : kind}>
                  {isolated(cell(record))}
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

type Kind = Column<never>[2]

const isPlain = (kind: Kind | 'header') => kind === 'plain' || kind === 'actions'
const alignOf = (kind: Kind) => (kind === 'end' || kind === 'actions' ? classes.end : undefined)

interface CellProps {
  readonly name: string
  readonly kind: Kind | 'header'
  readonly children: ReactNode
}

function Cell({ name, kind, children }: CellProps) {
  if (kind === 'header')
    return (
      <Table.Th role="rowheader" scope="row" fw={500} className={`${classes.cell} ${classes.wide}`}>
        {children}
      </Table.Th>
    )
  const names = [alignOf(kind), classes.cell, isPlain(kind) && classes.wide]
  return (
    <Table.Td role="cell" className={names.filter(Boolean).join(' ')}>
      {!isPlain(kind) && (
        <span className={classes.label} aria-hidden>
          {name}
        </span>
      )}
      <div>{children}</div>
    </Table.Td>
  )
}
