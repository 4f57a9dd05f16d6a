import type pg from 'pg'
import { visibleOfIds } from '../../access/asset-filter.sql.ts'
import { isNumber, isText, listOf, rowReader, tupleOf } from '../../access/rows.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'

/** A row is an array because a result may have thousands of them. The instant is in the text form of JSON. */
export type ValuationRow = readonly [id: string, value: string, source: string, valuedAt: string]

const isValuation = tupleOf<ValuationRow>(isText, isText, isText, isText)
const readHistory = rowReader('valuations', {
  registry_id: isText,
  total: isNumber,
  entries: listOf(isValuation),
})

interface ValuationsQuery {
  readonly source: string | null
  /** Only entries strictly after this instant. */
  readonly since: Date | null
  /** Only entries up to this instant. */
  readonly until: Date | null
  readonly limit: number
  readonly offset: number
  readonly after: readonly [valuedAt: Date, source: string] | null
}

/** The same page of each visible asset's valuation history, newest first, with the length that the query selects. */
export async function readValuations(
  pool: pg.Pool,
  visibility: Visibility,
  registryIds: readonly string[],
  query: ValuationsQuery,
) {
  const params = new Params()
  const histories = historiesSql(visibility, registryIds, query, params)
  // The statement returns one text for each asset. With one row for each entry the driver takes ten times as long, and a
  // JSON column is parsed for all assets in one go.
  const text = `SELECT row_to_json(r)::text AS row FROM (${histories}) r`
  const rows = await readRows(pool, text, params.values, 'valuations')
  const pages = rows.map(({ row }) => readHistory(JSON.parse(String(row))))
  return new Map(pages.map((page) => [page.registry_id, page]))
}

function historiesSql(
  visibility: Visibility,
  registryIds: readonly string[],
  query: ValuationsQuery,
  params: Params,
): string {
  const assets = visibleOfIds(visibility, registryIds, params)
  let where = `v.client_id = ${params.add(visibility.clientId)} AND v.registry_id = a.registry_id`
  if (query.source !== null) where += ` AND v.source = ${params.add(query.source)}`
  if (query.since) where += ` AND v.valued_at > ${params.add(query.since)}`
  if (query.until) where += ` AND v.valued_at <= ${params.add(query.until)}`
  const after = query.after?.map((value) => params.add(value)).join()
  const isAfter = after ? ` AND (v.valued_at, v.source) < (${after})` : ''
  // The value is selected as text because JSON numbers are rounded when they are parsed.
  return `SELECT a.registry_id, (SELECT count(*) FROM valuations v WHERE ${where}) AS total,
            coalesce(page.entries, '[]') AS entries
       FROM ${assets} CROSS JOIN LATERAL (
         SELECT json_agg(json_build_array(v.id, v.value::text, v.source, v.valued_at)
                         ORDER BY v.valued_at DESC, v.source DESC) AS entries
           FROM (SELECT * FROM valuations v WHERE ${where}${isAfter}
                  ORDER BY v.valued_at DESC, v.source DESC
                  LIMIT ${params.add(query.limit)} OFFSET ${params.add(query.offset)}) v) page`
}
