/** The characters that begin a formula in a spreadsheet, and their wide forms, which begin one in some spreadsheets. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * Where a spreadsheet of another language ends a cell: after the first cell it takes the commas for text. Therefore it
 * ignores the quotes of the other cells, and begins a cell after a semicolon, a tab or a line break.
 */
const INNER_FORMULA = /([;\t\r\n][" ]*)([=+\-@＝＋－＠])/g

/** A row of cells; null and undefined are empty. */
export type CsvRow = readonly (string | number | null | undefined)[]

/** Whether a spreadsheet would run a cell as a formula. */
export function beginsFormula(cell: string): boolean {
  return FORMULA.test(cell)
}

/**
 * Rows as CSV by RFC 4180, each ended by CRLF, every cell quoted. A cell that a spreadsheet would run as a formula
 * begins with an apostrophe, whichever separator the spreadsheet takes.
 */
export function formatCsv(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
}

function formatCell(value: CsvRow[number]): string {
  const text = String(value ?? '')
  const safe = beginsFormula(text) ? `'${text}` : text
  return `"${safe.replace(INNER_FORMULA, "$1'$2").replaceAll('"', '""')}"`
}
