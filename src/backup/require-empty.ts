import type pg from 'pg'
import { GatewayError } from '../errors.ts'
import { listTables, MIGRATIONS_TABLE, qualify } from './tables.ts'

/** Throws `state_conflict` if a table has rows. Empty tables are accepted. */
export async function requireEmpty(client: pg.ClientBase | pg.Pool): Promise<void> {
  for (const { name } of await listTables(client)) {
    if (name === MIGRATIONS_TABLE) continue
    const { rowCount } = await client.query(`SELECT FROM ${qualify(name)} LIMIT 1`)
    if (rowCount === 0) continue
    throw new GatewayError(
      'state_conflict',
      `The database is not empty: ${name} has rows. Restore into a new DATA_DIR or a new database.`,
    )
  }
}
