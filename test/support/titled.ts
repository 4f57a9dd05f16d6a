const LONGEST = 40

/** The rows of a table of values, each with a title before it. */
export function titled<Value>(values: readonly Value[]): [title: string, value: Value][] {
  return titledRows(values.map((value) => [value] as const))
}

/**
 * Rows with a title before each: its first value as JSON, escaped and cut. A format of the runner would print a value
 * of 100,000 characters or a control character as it is.
 */
export function titledRows<Row extends readonly [unknown, ...unknown[]]>(
  rows: readonly Row[],
): [title: string, ...row: Row][] {
  const titles = new Set(rows.map(([value]) => titleOf(value)))
  if (titles.size < rows.length) throw new Error('Two rows of a table have the same title.')
  return rows.map((row) => [titleOf(row[0]), ...row])
}

function titleOf(value: unknown): string {
  const json = value === undefined ? 'undefined' : JSON.stringify(value)
  const escaped = json.replace(/[^ -~]/g, escapeCharacter)
  if (escaped.length <= LONGEST) return escaped
  // Long values often begin alike, so the length is a part of the title.
  return `${escaped.slice(0, LONGEST)}… (${json.length} characters)`
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
