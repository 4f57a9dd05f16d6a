import type pg from 'pg'

// Every distinct text keeps a plan in each connection. Texts vary with scopes and filters, which
// callers choose within bounds; past this many the rest run unnamed, so that memory stays bounded.
const MOST_NAMED = 400
const names = new Map<string, string>()

/** The values of a statement under construction. */
export class Params {
  readonly values: unknown[] = []

  /** Adds a value and gives the placeholder that stands for it. */
  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** Runs a prepared statement on the shared pool. `Row` states what the text selects. */
export async function readRows<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const name = statementName(text)
  const result = await pool.query<Row>({ ...(name && { name }), text, values: [...values] })
  return result.rows
}

/**
 * The same statement with each row as one column, JSON. `pg` describes and parses every column of
 * every answer anew, so that rows of many columns come cheaper so. An instant comes as text, in a
 * form that `Date` reads; what JSON's numbers would round has to be selected as text.
 */
export function asJson(text: string): string {
  return `SELECT row_to_json(r) AS row FROM (${text}) r`
}

/** Runs a prepared statement made by `asJson`. `Row` states the JSON. */
export async function readJson<Row>(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const rows = await readRows<{ row: Row }>(pool, text, values)
  return rows.map(({ row }) => row)
}

function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MOST_NAMED) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** The SQL for an instant as text in the form of the wire: RFC 3339, UTC, milliseconds. */
export function instantText(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
