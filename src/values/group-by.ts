/** Groups rows, or the entry of each row, by the key of the row. Keeps the order of the rows. */
export function groupBy<Row, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, [Row, ...Row[]]>
export function groupBy<Row, Key, Entry>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  entryOf: (row: Row) => Entry,
): Map<Key, Entry[]>
export function groupBy<Row, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  entryOf: (row: Row) => unknown = (row) => row,
): Map<Key, unknown[]> {
  const groups = new Map<Key, unknown[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? []
    groups.set(keyOf(row), group)
    group.push(entryOf(row))
  }
  return groups
}
