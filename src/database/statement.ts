import type pg from 'pg'
import { measured } from '../measured.ts'
import { inSpan } from '../spans.ts'

// Each connection stores a plan for every named statement, and the texts depend on scopes and filters. After
// this number of texts, statements get no name. This limits the memory.
const MAX_NAMED = 400
const names = new Map<string, string>()
// Behind a pooler each transaction may run on another server connection, which does not know the name.
const direct = new WeakSet<pg.Pool>()

/** Sets whether statements of the pool may have names, from its next statement on. */
export function nameStatements(pool: pg.Pool, isDirect: boolean): void {
  if (isDirect) direct.add(pool)
  else direct.delete(pool)
}

/** Whether the connections of the pool are to the server itself. Also false before the first connection. */
export function isDirect(pool: pg.Pool): boolean {
  return direct.has(pool)
}

/** The values of a statement under construction. */
export class Params {
  readonly values: unknown[] = []

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/**
 * Runs a statement on the pool. It is a prepared statement if the connections are to the server itself. A
 * `rowReader` gives the rows their types. `read` is the name of the statement in traces.
 */
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
  const name = direct.has(pool) ? statementName(text) : undefined
  const statement = { ...(name && { name }), text, values: [...values] }
  return (await pool.query<Record<string, unknown>>(statement)).rows
}

/**
 * The same statement with each row as one JSON column. `pg` parses every column of every result
 * separately, so rows with many columns cost less this way. Instants become text that `Date` can
 * parse. Numbers that JSON would round have to be selected as text.
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

/**
 * The same statement with each row as the text of a JSON object. For rows that may be long, because `pg`
 * would parse a JSON column in one go.
 */
export function asJsonText(text: string): string {
  return `SELECT row_to_json(r)::text AS row FROM (${text}) r`
}

/** Runs a prepared statement of `asJsonText`. */
export async function readJsonTexts(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
  read: string,
): Promise<string[]> {
  const rows = await readRows(pool, text, values, read)
  return rows.map(({ row }) => String(row))
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
