import type pg from 'pg'
import { measured } from '../measured.ts'
import { inSpan } from '../spans.ts'
import { snakeCase } from '../values/text.ts'
import type { Server } from './session-settings.ts'

// Each connection stores a plan for every named statement, and the texts depend on scopes and filters. After
// this number of texts, statements get no name. This limits the memory.
const MAX_NAMED = 400
const names = new Map<string, string>()
const servers = new WeakMap<pg.Pool, Server>()

/** Sets the server at the other end of the pool's connections, from its next statement on. */
export function setServer(pool: pg.Pool, server: Server): void {
  servers.set(pool, server)
}

/** Whether the connections of the pool are to the server itself. Also false before the first connection. */
export function isDirect(pool: pg.Pool): boolean {
  return servers.get(pool)?.isDirect === true
}

/** Whether the server of the pool is not a cluster. Also false before the first connection. */
export function isSingle(pool: pg.Pool): boolean {
  return servers.get(pool)?.isCluster === false
}

export class Params {
  readonly values: unknown[] = []

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** Runs a statement, prepared if possible. A `rowReader` gives the rows their types. `read` is its name in traces. */
export function readRows(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
  read: string,
): Promise<Rows> {
  return inReadSpan(read, () => runNamed(pool, text, values))
}

type Rows = Readonly<Record<string, unknown>>[]

/** Measures a read for metrics and traces, by its name. */
export async function inReadSpan<Result>(
  read: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const since = performance.now()
  const describe = () => ({ name: `read ${read}`, facts: { 'db.system.name': 'postgresql' } })
  try {
    return await inSpan(describe, run)
  } finally {
    measured.emit('read', read, performance.now() - since)
  }
}

/** The same as `readRows`, for a read that is measured elsewhere. */
export async function runNamed(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
): Promise<Rows> {
  // Behind a pooler each transaction may run on another server connection, which does not know the name.
  const name = isDirect(pool) ? statementName(text) : undefined
  const statement = { ...(name && { name }), text, values: [...values] }
  return (await pool.query<Record<string, unknown>>(statement)).rows
}

/**
 * The same statement with each row as one JSON column, because `pg` parses every column separately. Instants become
 * text that `Date` can parse. Numbers that JSON would round have to be selected as text.
 */
export function asJson(text: string): string {
  return `SELECT row_to_json(r) AS row FROM (${text}) r`
}

/** Runs a prepared statement of `asJson`. A `rowReader` gives its rows their types. */
export async function readJson(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
  read: string,
): Promise<unknown[]> {
  const rows = await readRows(pool, text, values, read)
  return rows.map(({ row }) => row)
}

/** The JSON of rows for `jsonb_populate_recordset`. A column has the name of its member, in snake_case. */
export function toRecordset(rows: readonly object[]): string {
  const columns = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value])),
  )
  return JSON.stringify(columns, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

function statementName(text: string): string | undefined {
  const existing = names.get(text)
  if (existing || names.size >= MAX_NAMED) return existing
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** The SQL for an instant as text in the form of the API: RFC 3339, UTC, milliseconds. */
export function instantText(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

// The root collation of ICU knows the letters of all scripts, and is the same on every server, with any locale.
const COLLATION = '"und-x-icu"'

const ASCII = /^[\x20-\x7e]*$/

/** Whether one of the columns contains the text, in any case. `capitals` are columns of ASCII without small letters. */
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

// Small letters alone keep σ apart from ς, and capitals alone ẞ apart from ß. A letter and its accent may be stored as two
// characters. ICU takes ten times as long as the rules of ASCII, which are the same for a text of one byte for each
// character. The collation is that of a constant, because Citus drops the one of a column on the way to its nodes.
function withoutCase(sql: string): string {
  const ofScripts = `normalize(upper(lower(${sql} || '' COLLATE ${COLLATION})), NFC) COLLATE "C"`
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
