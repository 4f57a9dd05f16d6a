import type pg from 'pg'
import { markRestored } from '../../src/database/mark-restored.ts'

// A table is before the tables to which its rows refer.
const TABLES = [
  'asset_scans',
  'documents',
  'valuations',
  'collection_items',
  'assets',
  'collections',
  'tombstones',
  'removed_assets',
  'shown_expiries',
  'grants',
  'portfolios',
]

/** The rows of a client's portfolio at one instant. */
export type SavedRows = ReadonlyMap<string, string>

export async function saveRows(pool: pg.Pool, clientId: string): Promise<SavedRows> {
  const saved = new Map<string, string>()
  for (const table of TABLES) {
    const { rows } = await pool.query(
      `SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${table} t WHERE client_id = $1`,
      [clientId],
    )
    saved.set(table, rows[0].rows)
  }
  return saved
}

/** Puts the rows back, as a restore of the whole database would. `now` is the clock of who restores. */
export async function putBack(pool: pg.Pool, clientId: string, saved: SavedRows, now: Date) {
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; SET LOCAL change_log.off = 'on'; ${triggersOf('DISABLE')}`)
    const rows = [...saved].filter(([table]) => table !== 'portfolios')
    for (const [table] of rows)
      await client.query(`DELETE FROM ${table} WHERE client_id = $1`, [clientId])
    for (const [table, values] of rows.reverse())
      await client.query(
        `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`,
        [values],
      )
    await client.query(PUT_PORTFOLIO_BACK, [saved.get('portfolios')])
    await markRestored(client, now, clientId)
    await client.query(`${triggersOf('ENABLE')}; COMMIT`)
    client.release()
  } catch (thrown) {
    client.release(true)
    throw thrown
  }
}

const PUT_PORTFOLIO_BACK = `
  UPDATE portfolios p SET data_version = s.data_version, changed_at = s.changed_at,
         import_begun_at = s.import_begun_at, full_before = s.full_before
    FROM json_populate_recordset(NULL::portfolios, $1::json) s WHERE p.client_id = s.client_id`

// They compare a row with what it was.
function triggersOf(state: 'DISABLE' | 'ENABLE'): string {
  return ['grants', 'portfolios']
    .map((table) => `ALTER TABLE ${table} ${state} TRIGGER USER`)
    .join(';')
}
