import type { Params } from './statement.ts'

// This is the root collation of ICU. It knows the letters of all scripts, and is the same on every server, with any
// locale.
const COLLATION = '"und-x-icu"'

const ASCII = /^[\x20-\x7e]*$/

/**
 * The condition that one of the columns contains the text, in any case. `capitals` are columns without small letters and
 * without letters of other scripts.
 */
export function someContains(
  columns: readonly string[],
  text: string,
  params: Params,
  capitals: readonly string[] = [],
): string {
  // An expression would be computed for each row.
  const searched = ASCII.test(text)
    ? params.add(text.toUpperCase())
    : withoutCase(`${params.add(text)}::text`)
  const folded = [...columns.map(withoutCase), ...capitals]
  return `(${folded.map((column) => `strpos(${column}, ${searched}) > 0`).join(' OR ')})`
}

/** The SQL of a text, to order by: as a dictionary does. */
export function inReadingOrder(sql: string): string {
  return `${sql} COLLATE ${COLLATION}`
}

// Small letters alone keep σ apart from ς, and capitals alone ẞ apart from ß. ICU takes ten times as long as the rules of
// ASCII, which are the same for a text of one byte for each character.
function withoutCase(sql: string): string {
  const ofScripts = `upper(lower(${sql} COLLATE ${COLLATION})) COLLATE "C"`
  return `CASE WHEN octet_length(${sql}) = length(${sql}) THEN upper(${sql} COLLATE "C") ELSE ${ofScripts} END`
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
