/**
 * The rows of a table written as text: one line a row, cells between bars, in the order of
 * `columns`; a dash for a cell that has nothing. A row with a cell too many or too few is an
 * error, since that is a slip of the pen.
 */
export function table<Column extends string>(
  columns: readonly Column[],
  text: string,
): Record<Column, string>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      if (cells.length !== columns.length) throw new Error(`Not ${columns.length} cells: ${line}`)
      const named = columns.map((column, index) => [column, cells[index]])
      return Object.fromEntries(named) as Record<Column, string>
    })
}

/** The members whose cell is not a dash. */
export function stated<Column extends string>(
  row: Record<Column, string>,
  ...columns: Column[]
): Partial<Record<Column, string>> {
  const present = columns.filter((column) => row[column] !== '-')
  return Object.fromEntries(present.map((column) => [column, row[column]])) as Partial<
    Record<Column, string>
  >
}
