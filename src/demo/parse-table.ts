/**
 * Parses a table in text form: one row per line, cells separated by `|`, in the order of `columns`.
 * A dash is an empty cell. Throws if a row has the wrong number of cells.
 */
export function parseTable<Column extends string>(
  columns: readonly Column[],
  text: string,
): Record<Column, string>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      if (cells.length !== columns.length) throw new Error(`Not ${columns.length} cells: ${line}`)
      const entries = columns.map((column, index) => [column, cells[index]])
      return Object.fromEntries(entries) as Record<Column, string>
    })
}

/** The given cells of a row, without empty ones. */
export function presentCells<Column extends string>(
  row: Record<Column, string>,
  ...columns: Column[]
): Partial<Record<Column, string>> {
  const present = columns.filter((column) => row[column] !== '-')
  return Object.fromEntries(present.map((column) => [column, row[column]])) as Partial<
    Record<Column, string>
  >
}
