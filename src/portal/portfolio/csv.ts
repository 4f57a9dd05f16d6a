/** What a spreadsheet takes for the beginning of a formula, and the wide forms that some take for one as well. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** A row of cells; null and undefined are empty. */
export type CsvRow = readonly (string | number | null | undefined)[]

/**
 * Rows as CSV by RFC 4180, each ended by CRLF. Every cell is quoted, so that no other separator splits it.
 * A text that a spreadsheet would run as a formula begins with an apostrophe.
 */
export function formatCsv(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
}

function formatCell(value: CsvRow[number]): string {
  const text = String(value ?? '')
  const safe = FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
