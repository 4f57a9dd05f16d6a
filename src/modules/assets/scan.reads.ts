import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import { isText, rowReader } from '../../access/stored-row.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'

const readHistoryRow = rowReader('asset_scans', { registry_id: isText, history: isText })

// A scan is not longer: its method and its result are words.
const MAX_SCAN_LENGTH = 200

/**
 * For each asset that has more scans than its block shows, the beginning of the text of all its scans, by registry id, in
 * one statement. It has the newest `most` of them. Assets outside the visibility have none.
 */
export async function readHistories(
  pool: pg.Pool,
  visibility: Visibility,
  registryIds: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, string>> {
  const params = new Params()
  const visible = visibleAsset(visibility, 'a', params)
  const text = `SELECT s.registry_id, left(s.history, ${params.add(most * MAX_SCAN_LENGTH)}::int) AS history
     FROM assets a
     JOIN asset_scans s ON s.client_id = ${params.add(visibility.clientId)} AND s.registry_id = a.registry_id
    WHERE ${visible} AND a.registry_id = ANY (${params.add(registryIds)}::text[])`
  const rows = await readRows(pool, text, params.values, 'scans')
  return new Map(rows.map(readHistoryRow).map(({ registry_id, history }) => [registry_id, history]))
}
