import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import { isText, type RowOf, rowReader } from '../../access/stored-row.ts'
import type { Visibility } from '../../access/visibility.ts'
import { asJson, Params, readJson } from '../../database/statement.ts'
import { isScan } from './asset.related.ts'

const scanOfAsset = { registry_id: isText, scan: isScan }
const readScan = rowReader('scans', scanOfAsset)

/** The newest scans of each asset, up to `limit`, in one statement. Assets outside the visibility have none. */
export async function readScans(
  pool: pg.Pool,
  visibility: Visibility,
  registryIds: readonly string[],
  limit: number,
): Promise<RowOf<typeof scanOfAsset>[]> {
  const params = new Params()
  const visible = visibleAsset(visibility, 'a', params)
  const text =
    asJson(`SELECT a.registry_id, json_build_array(s.scanned_at, s.method, s.result) AS scan
       FROM assets a
       JOIN LATERAL (SELECT s.scanned_at, s.method, s.result FROM scans s
              WHERE s.client_id = ${params.add(visibility.clientId)} AND s.registry_id = a.registry_id
              ORDER BY s.scanned_at DESC, s.method
              LIMIT ${params.add(limit)}) s ON true
      WHERE ${visible} AND a.registry_id = ANY (${params.add(registryIds)}::text[])
      ORDER BY a.registry_id, s.scanned_at DESC, s.method`)
  const rows = await readJson(pool, text, params.values, 'scans')
  return rows.map(readScan)
}
