// A cell and its end, by the separator of the list.
const COMMA = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y
const SEMICOLON = /(?:"((?:[^"]|"")*)"|([^";]*))(;|$)/y
const TAB = /(?:"((?:[^"]|"")*)"|([^"\t]*))(\t|$)/y

/**
 * Reads the lines of a list in CSV by the separator of its first line, `head`: a semicolon, a tab or a comma. Returns the
 * cells of a line; null if its quotes are not closed or in the middle of a cell. A cell has no line break.
 */
export function cellReader(head: string): (line: string) => string[] | null {
  const cell = head.includes(';') ? SEMICOLON : head.includes('\t') ? TAB : COMMA
  return (line) => {
    cell.lastIndex = 0
    const cells: string[] = []
    for (;;) {
      const found = cell.exec(line)
      if (!found) return null
      const [, quoted, plain = '', end] = found
      cells.push((quoted?.replaceAll('""', '"') ?? plain).trim())
      if (end === '') return cells
    }
  }
}
