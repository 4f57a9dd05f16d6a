import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import { isNumber, rowReader } from '../../access/rows.ts'
import type { Scope } from '../../access/scopes.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'
import { BLOCKS } from '../assets/asset.blocks.ts'

export type PreviewCounts = Awaited<ReturnType<typeof countPreview>>

const readCounts = rowReader('assets', { assets: isNumber, total: isNumber })

/** Counts the assets of the portfolio, those inside the filter, and those of them with something in each scope. */
export async function countPreview(
  pool: pg.Pool,
  visibility: Visibility,
  scopes: readonly Scope[],
) {
  const params = new Params()
  const client = params.add(visibility.clientId)
  const counts = scopes.map(
    (scope) => `, count(*) FILTER (WHERE ${BLOCKS[scope].hasContent})::int AS ${scope}`,
  )
  const [row] = await readRows(
    pool,
    `SELECT (SELECT count(*)::int FROM assets WHERE client_id = ${client}) AS total,
            count(*)::int AS assets${counts.join('')}
       FROM assets a WHERE ${visibleAsset(visibility, 'a', params)}`,
    params.values,
    'preview',
  )
  const { assets, total } = readCounts(row)
  const readScopes = rowReader('assets', Object.fromEntries(scopes.map((name) => [name, isNumber])))
  const shown = readScopes(row)
  return { assets, total, scopes: new Map(scopes.map((scope) => [scope, shown[scope] ?? 0])) }
}
