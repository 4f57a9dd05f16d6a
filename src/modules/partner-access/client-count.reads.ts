import type pg from 'pg'
import { liveGrantSql, liveKeySql } from '../../access/liveness.ts'
import { readRows } from '../../database/statement.ts'

const LIVE_GRANT = liveGrantSql('g', '$2::timestamptz')

/** By key: how many clients have an active grant to it. A key without any is absent. */
export async function countKeyClients(pool: pg.Pool, keyIds: readonly string[], now: Date) {
  const rows = await readRows<{ key_id: string; total: number }>(
    pool,
    `SELECT g.key_id, count(*)::int AS total FROM grants g
      WHERE g.key_id = ANY ($1::text[]) AND ${LIVE_GRANT} GROUP BY g.key_id`,
    [keyIds, now],
  )
  return new Map(rows.map((row) => [row.key_id, row.total]))
}

/** By firm: how many clients have an active grant to any of its keys that work. A firm without any is absent. */
export async function countFirmClients(pool: pg.Pool, firmIds: readonly string[], now: Date) {
  const rows = await readRows<{ firm_id: string; total: number }>(
    pool,
    `SELECT k.firm_id, count(DISTINCT g.client_id)::int AS total
       FROM api_keys k JOIN grants g ON g.key_id = k.id
      WHERE k.firm_id = ANY ($1::text[]) AND ${liveKeySql('k', '$2::timestamptz')} AND ${LIVE_GRANT}
      GROUP BY k.firm_id`,
    [firmIds, now],
  )
  return new Map(rows.map((row) => [row.firm_id, row.total]))
}
