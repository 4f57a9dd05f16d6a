import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import { isText, rowReader } from '../../access/stored-row.ts'
import type { PortfolioAccess, Visibility } from '../../access/visibility.ts'
import { asJson, instantText, Params, readJson } from '../../database/statement.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { visibleChangeTime } from './change-times.ts'

const readDigestRow = rowReader('assets', { digest: isText })

/**
 * SHA-256, in hex, of a line for each visible asset in order of registry id: the id, a space, its visible `updated_at`,
 * LF. The digest is cached, or read in one pass over the visible assets.
 */
export function digestOf(access: PortfolioAccess, context: Context): Promise<string> {
  const read = () => readDigest(poolOf(context), access.visibility)
  return context.digests.findOrRead(access, 'digest', read)
}

async function readDigest(pool: pg.Pool, visibility: Visibility): Promise<string> {
  const params = new Params()
  const line = `registry_id || ' ' || ${instantText('at')} || chr(10)`
  const text = asJson(`SELECT encode(sha256(convert_to(
           coalesce(string_agg(${line}, '' ORDER BY registry_id COLLATE "C"), ''), 'UTF8')), 'hex') AS digest
      FROM (SELECT a.registry_id, ${visibleChangeTime(visibility, 'a', params)} AS at
              FROM assets a WHERE ${visibleAsset(visibility, 'a', params)}) visible`)
  const [row] = await readJson(pool, text, params.values, 'digest')
  return readDigestRow(row).digest
}
