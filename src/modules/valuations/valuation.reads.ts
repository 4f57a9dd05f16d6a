import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import { isInstant, isText, orNull, type RowOf, rowReader } from '../../access/stored-row.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'

const valuation = { id: isText, value: isText, source: isText, valued_at: isInstant }
const readValuation = rowReader('valuations', valuation)
const readAsset = rowReader('valuations', {
  registry_id: isText,
  total: isText,
  id: orNull(isText),
})

export type ValuationRow = RowOf<typeof valuation>

export interface ValuationsQuery {
  readonly source: string | null
  /** Only entries strictly after this. */
  readonly since: Date | null
  readonly limit: number
  readonly offset: number
  /** The entry that the page comes after. */
  readonly after: { readonly valuedAt: Date; readonly source: string } | null
}

type Pages = Map<string, ValuationsPage & { readonly rows: ValuationRow[] }>

// A tenth of a millisecond of work.
const ROWS_AT_ONCE = 100

/** A page of one asset's history, and how long the history is that it is a page of. */
export interface ValuationsPage {
  readonly total: number
  readonly rows: readonly ValuationRow[]
}

/**
 * The same page of each asset's valuation history, newest first, in one statement. Assets outside the visibility
 * have none. `pause` is awaited between some of the rows, of which there may be thousands.
 */
export async function readValuations(
  pool: pg.Pool,
  visibility: Visibility,
  registryIds: readonly string[],
  query: ValuationsQuery,
  pause: () => Promise<void> | undefined,
): Promise<Map<string, ValuationsPage>> {
  const params = new Params()
  const visible = visibleAsset(visibility, 'a', params)
  let where = `v.client_id = ${params.add(visibility.clientId)} AND v.registry_id = a.registry_id`
  if (query.source !== null) where += ` AND v.source = ${params.add(query.source)}`
  if (query.since) where += ` AND v.valued_at > ${params.add(query.since)}`
  const after = query.after
    ? ` AND (v.valued_at, v.source) < (${params.add(query.after.valuedAt)}, ${params.add(query.after.source)})`
    : ''
  const rows = await readRows(
    pool,
    `SELECT a.registry_id, t.total, v.id, v.value, v.source, v.valued_at FROM assets a
       CROSS JOIN LATERAL (SELECT count(*) AS total FROM valuations v WHERE ${where}) t
       LEFT JOIN LATERAL (SELECT * FROM valuations v WHERE ${where}${after}
              ORDER BY v.valued_at DESC, v.source DESC
              LIMIT ${params.add(query.limit)} OFFSET ${params.add(query.offset)}) v ON true
      WHERE ${visible} AND a.registry_id = ANY (${params.add(registryIds)}::text[])
      ORDER BY a.registry_id, v.valued_at DESC, v.source DESC`,
    params.values,
    'valuations',
  )
  const pages: Pages = new Map()
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    addRows(pages, rows.slice(start, start + ROWS_AT_ONCE))
    await pause()
  }
  return pages
}

// An asset without valuations is one row without a valuation.
function addRows(pages: Pages, rows: readonly unknown[]): void {
  for (const row of rows) {
    const { registry_id: registryId, total, id } = readAsset(row)
    const page = pages.get(registryId) ?? { total: Number(total), rows: [] }
    if (id !== null) page.rows.push(readValuation(row))
    pages.set(registryId, page)
  }
}
