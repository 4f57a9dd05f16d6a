import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import type { ValuePoint } from '../../access/portfolio-cache.ts'
import { isNumber, isText, rowReader } from '../../access/stored-row.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'
import { invalidParameter } from '../../errors.ts'
import { isCategory } from '../../values/categories.ts'

/** The most instants of one read. */
export const MAX_INSTANTS = 4

/** The instants of the argument. Throws `invalid_parameter` for none, and for too many. */
export function parseInstants(at: readonly Date[]): readonly Date[] {
  if (at.length === 0 || at.length > MAX_INSTANTS)
    throw invalidParameter(`at takes 1 to ${MAX_INSTANTS} instants.`)
  return at
}

const readSum = rowReader('assets', { category: isCategory, value: isText, valued: isNumber })

/** The market values of the visible assets that have a history, by category. */
export async function readPresentValues(
  pool: pg.Pool,
  visibility: Visibility,
  now: Date,
): Promise<ValuePoint[]> {
  const params = new Params()
  const visible = visibleAsset(visibility, 'a', params)
  const client = params.add(visibility.clientId)
  const text = `SELECT a.category::text AS category, sum(a.market_value)::text AS value, count(*)::int AS valued
       FROM assets a
      WHERE ${visible} AND a.market_value IS NOT NULL
        AND EXISTS (SELECT FROM valuations v WHERE v.client_id = ${client} AND v.registry_id = a.registry_id)
      GROUP BY a.category ORDER BY a.category`
  const rows = await readRows(pool, text, params.values, 'present_values')
  return rows.map(readSum).map((sum) => ({ ...sum, at: now }))
}
