/** Groups the entries of rows by the key of the row. Keeps the order of the rows. */
export function groupBy<Row, Entry, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  entryOf: (row: Row) => Entry,
): Map<Key, Entry[]> {
  const groups = new Map<Key, Entry[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? []
    groups.set(keyOf(row), group)
    group.push(entryOf(row))
  }
  return groups
}
