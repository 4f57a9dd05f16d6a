import type pg from 'pg'
import { liveGrantSql, liveKeySql } from '../../access/liveness.ts'
import { isText, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'

const readId = rowReader('grants', { id: isText })

/** The maximum number of grants to the firm that a request shows. */
export const SHOWN_GRANTS = 20

/**
 * The ids of all grants that a client gave to any key of a firm. Those under which a key can read now come first. Then
 * the newest comes first.
 */
export async function readGrantsToFirm(
  pool: pg.Pool,
  clientId: string,
  firmId: string,
  now: Date,
): Promise<string[]> {
  const canRead = `(${liveGrantSql('g', '$3')} AND ${liveKeySql('k', '$3')})`
  const rows = await readRows(
    pool,
    `SELECT g.id FROM grants g JOIN api_keys k ON k.id = g.key_id
      WHERE g.client_id = $1 AND k.firm_id = $2
      ORDER BY ${canRead} DESC, g.created_at DESC, g.id DESC`,
    [clientId, firmId, now],
    'grants_to_firm',
  )
  return rows.map((row) => readId(row).id)
}
