import type pg from 'pg'
import { instantText } from '../../database/statement.ts'
import { inTransaction } from '../../database/transaction.ts'
import { findHeldClient, type HeldClient, type Query } from './held-client.reads.ts'
import { HELD_DATA, type HeldData } from './held-data.ts'

const FETCHED = 500

/** Writes a line. Resolves when the next line can be written. */
type WriteLine = (line: string) => Promise<void>

/**
 * Writes all stored data of a client, one row in each line: `{"table", "row"}`. All rows come from one snapshot of the
 * database. Private data and credentials are left out. Returns the number of rows, by table. Throws `record_not_found`.
 */
export async function exportClient(pool: pg.Pool, clientId: string, writeLine: WriteLine) {
  return inTransaction(pool, BEGIN, async (connection) => {
    const query: Query = async (text, values) => (await connection.query(text, [...values])).rows
    const client = await findHeldClient(query, clientId)
    const rows: Record<string, number> = {}
    for (const held of HELD_DATA) {
      if (held.isExported === false) continue
      const count = await writeRows(connection, held, client, writeLine)
      if (count > 0) rows[held.table] = (rows[held.table] ?? 0) + count
    }
    return rows
  })
}

// There are no timeouts, because the reader of the output may be slow.
const BEGIN = `
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`

async function writeRows(
  connection: pg.ClientBase,
  held: HeldData,
  client: HeldClient,
  writeLine: WriteLine,
): Promise<number> {
  const { table, where } = held
  const columns = await columnsOf(connection, held)
  const select = `SELECT row_to_json(r)::text AS row FROM (SELECT ${columns} FROM ${table} WHERE ${where}) r`
  await connection.query(`DECLARE held CURSOR FOR ${select}`, [client[held.by]])
  let count = 0
  for (let last = FETCHED; last === FETCHED; count += last) {
    const { rows } = await connection.query<{ row: string }>(`FETCH ${FETCHED} FROM held`)
    for (const { row } of rows) await writeLine(`{"table":"${table}","row":${row}}\n`)
    last = rows.length
  }
  await connection.query('CLOSE held')
  return count
}

// Columns have the forms of the API: decimals as text, instants in UTC.
async function columnsOf(connection: pg.ClientBase, { table, hidden = [] }: HeldData) {
  const { rows } = await connection.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position`,
    [table],
  )
  const shown = rows.filter(({ name }) => !hidden.includes(name))
  return shown.map(({ name, type }) => `${inForm(name, type)} AS ${name}`).join(', ')
}

function inForm(name: string, type: string): string {
  if (type === 'timestamp with time zone') return instantText(name)
  return type === 'numeric' || type === 'bigint' ? `${name}::text` : name
}
