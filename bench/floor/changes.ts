import type { Request, Response } from 'express'
import type pg from 'pg'
import type { Access } from './access.ts'
import { type AssetRow, assetBody, COLUMNS } from './asset.ts'
import { listed } from './list.ts'
import { pageBody, readPage, text } from './paging.ts'
import { granted, rowsOf } from './query.ts'

type ChangeRow = { at: Date; gone: string | null } & AssetRow

const PARAMETERS = ['client_id', 'category', 'min_value', 'max_value', 'updated_since']

/** What changed after an instant, oldest change first; what is gone comes in the same stream. */
export async function listChanges(
  pool: pg.Pool,
  access: Access,
  request: Request,
  response: Response,
) {
  const page = readPage(request, PARAMETERS)
  const values: unknown[] = []
  const visible = granted(access, values)
  const where = listed(request, access, values)
  const since = `$${values.push(text(request, 'updated_since'))}::timestamptz`
  const stream = `SELECT a.updated_at AS at, a.registry_id, NULL AS gone FROM assets a WHERE ${where} AND a.updated_at > ${since}
    UNION ALL
    SELECT max(d.departed_at), d.registry_id, d.registry_id FROM departures d
     WHERE d.client_id = $1 AND d.departed_at > ${since}
       AND NOT EXISTS (SELECT FROM assets a WHERE ${visible} AND a.registry_id = d.registry_id) GROUP BY d.registry_id`
  const total = rowsOf<{ total: string }>(pool, `SELECT count(*) AS total FROM (${stream}) s`, [
    ...values,
  ])
  const after = page.after
    ? `WHERE (at, registry_id) > ($${values.push(page.after[0])}::timestamptz, $${values.push(page.after[1])})`
    : ''
  const found = rowsOf<ChangeRow>(
    pool,
    `SELECT s.at, s.gone, ${COLUMNS}
       FROM (SELECT * FROM (${stream}) s ${after} ORDER BY at, registry_id
              LIMIT $${values.push(page.size + 1)} OFFSET $${values.push(page.offset)}) s
       LEFT JOIN assets a ON s.gone IS NULL AND a.client_id = $1 AND a.registry_id = s.registry_id
      ORDER BY s.at, s.registry_id`,
    values,
  )
  const [[count], rows] = await Promise.all([total, found])
  const shown = rows.slice(0, page.size)
  const asOf = page.after?.[2] ?? access.changedAt.toISOString()
  const last = rows.length > page.size ? shown.at(-1) : undefined
  const next = last ? [last.at.toISOString(), last.gone ?? last.registry_id, asOf] : null
  const gone = shown.filter((row) => row.gone !== null)
  return {
    data: shown.filter((row) => row.gone === null).map((row) => assetBody(row, access)),
    ...pageBody(request, response, page, Number(count?.total), next),
    sync: {
      as_of: asOf,
      removed: gone.map((row) => ({ registry_id: row.gone, removed_at: row.at })),
    },
    grant: access.grant,
  }
}
