import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import { isText, rowReader } from '../../access/stored-row.ts'
import type { PortfolioAccess, Visibility } from '../../access/visibility.ts'
import { asJson, instantText, Params, readJson } from '../../database/statement.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { expiredLink, writtenChangeTime } from './change-times.ts'

const readDigestRow = rowReader('assets', { digest: isText })

/**
 * SHA-256, in hex, of a line for each visible asset in order of registry id: the id, a space, its visible `updated_at`,
 * LF. The digest is cached, or read in one pass over the visible assets.
 */
export async function digestOf(access: PortfolioAccess, context: Context): Promise<string> {
  const known = context.digests.find(access, 'digest')
  if (known !== undefined) return known
  const digest = await readDigest(poolOf(context), access.visibility)
  return access.isQuiet ? context.digests.store(access, 'digest', digest) : digest
}

async function readDigest(pool: pg.Pool, visibility: Visibility): Promise<string> {
  const params = new Params()
  const line = `registry_id || ' ' || ${instantText('at')} || chr(10)`
  const text = asJson(`SELECT encode(sha256(convert_to(
           coalesce(string_agg(${line}, '' ORDER BY registry_id COLLATE "C"), ''), 'UTF8')), 'hex') AS digest
      FROM (${changeTimesSql(visibility, params)}) visible`)
  const [row] = await readJson(pool, text, params.values, 'digest')
  return readDigestRow(row).digest
}

// SQL for the visible assets with their visible `updated_at`. The expired links are read in one pass and grouped with the
// assets. A subquery for each asset, or a join, would search the links once for each asset.
function changeTimesSql(visibility: Visibility, params: Params): string {
  const written = `SELECT a.registry_id, ${writtenChangeTime(visibility, 'a', params)} AS at
    FROM assets a WHERE ${visibleAsset(visibility, 'a', params)}`
  if (!visibility.scopes.has('estate')) return written
  return `SELECT registry_id, max(at) AS at FROM (
      SELECT w.*, true AS is_asset FROM (${written}) w
      UNION ALL SELECT l.registry_id, l.expires_at, false FROM share_links l
       WHERE ${expiredLink(visibility, visibility.clockUntil, 'l', params)}) times
    GROUP BY registry_id HAVING bool_or(is_asset)`
}
