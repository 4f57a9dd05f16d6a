import type { Params } from './statement.ts'

// This is the root collation of ICU. It knows the letters of all scripts, and is the same on every server, with any
// locale.
const COLLATION = '"und-x-icu"'

/** The condition that one of the columns contains the text, in any case. */
export function someContains(columns: readonly string[], text: string, params: Params): string {
  const pattern = params.add(`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`)
  return `${withoutCase(`concat_ws(E'\\n', ${columns.join(', ')})`)} LIKE ${withoutCase(`${pattern}::text`)}`
}

/** The SQL of a text, to order by: as a dictionary does. */
export function inReadingOrder(sql: string): string {
  return `${sql} COLLATE ${COLLATION}`
}

// Small letters alone keep σ apart from ς, and capitals alone ẞ apart from ß.
function withoutCase(sql: string): string {
  return `upper(lower(${sql} COLLATE ${COLLATION}))`
}

/** The rows in the order of these ids, and rows of other ids before them. */
export function inOrderOf<Row>(
  ids: readonly string[],
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = (row: Row) => places.get(idOf(row)) ?? -1
  return [...rows].sort((one, other) => placeOf(one) - placeOf(other))
}
