import type { Request, Response } from 'express'
import type pg from 'pg'
import type { Access } from './access.ts'
import { type AssetRow, assetBody, columnsFor } from './asset.ts'
import { changeTime } from './change-times.ts'
import { signCursor } from './cursors.ts'
import { listCondition, listOf } from './list.ts'
import { pageBody, readPageRequest, text } from './paging.ts'
import { grantCondition, rowsOf } from './query.ts'

type ChangeRow = { at: string; removed_id: string | null } & AssetRow

const PARAMETERS = ['client_id', 'category', 'min_value', 'max_value', 'updated_since']

/** The changes after an instant, oldest first, including removals. */
export async function listChanges(
  pool: pg.Pool,
  access: Access,
  request: Request,
  response: Response,
) {
  const page = readPageRequest(request, PARAMETERS)
  const values: unknown[] = []
  const granted = grantCondition(access, values)
  const where = listCondition(request, access, values)
  const since = `$${values.push(text(request, 'updated_since'))}::timestamptz`
  const stream = `SELECT ${changeTime(access)} AS at, a.registry_id, NULL AS removed_id FROM assets a
     WHERE ${where} AND ${changeTime(access)} > ${since}
    UNION ALL
    SELECT max(d.removed_at), d.registry_id, d.registry_id FROM tombstones d
     WHERE d.client_id = $1 AND d.removed_at > ${since}
       AND NOT EXISTS (SELECT FROM assets a WHERE ${granted} AND a.registry_id = d.registry_id) GROUP BY d.registry_id`
  const total = rowsOf<{ total: string }>(pool, `SELECT count(*) AS total FROM (${stream}) s`, [
    ...values,
  ])
  const after = page.after
    ? `WHERE (at, registry_id) > ($${values.push(page.after[0])}::timestamptz, $${values.push(page.after[1])})`
    : ''
  const found = rowsOf<{ row: ChangeRow }>(
    pool,
    `SELECT row_to_json(r) AS row FROM (SELECT s.at, s.removed_id, ${columnsFor(access)}
       FROM (SELECT * FROM (${stream}) s ${after} ORDER BY at, registry_id
              LIMIT $${values.push(page.size + 1)} OFFSET $${values.push(page.offset)}) s
       LEFT JOIN assets a ON s.removed_id IS NULL AND a.client_id = $1 AND a.registry_id = s.registry_id
      ORDER BY s.at, s.registry_id) r`,
    values,
  )
  const [[count], rows] = await Promise.all([total, found])
  const shown = rows.slice(0, page.size).map(({ row }) => row)
  const last = rows.length > page.size ? shown.at(-1) : undefined
  const extent = page.after?.[2] ?? (page.offset === 0 ? 'whole' : 'part')
  const next =
    last &&
    signCursor(access, listOf(request), [
      new Date(last.at).toISOString(),
      last.removed_id ?? last.registry_id,
      extent,
      String(count?.total),
    ])
  const ended = shown.at(-1)?.at
  const end = (ended && new Date(ended).toISOString()) ?? text(request, 'updated_since') ?? null
  const removals = shown.filter((row) => row.removed_id !== null)
  return {
    data: shown.filter((row) => row.removed_id === null).map((row) => assetBody(row, access)),
    ...pageBody(request, response, page, Number(count?.total), next ?? null),
    sync: {
      mode: 'delta',
      as_of: next || extent === 'part' ? null : end,
      removed: removals.map((row) => ({
        registry_id: row.removed_id,
        removed_at: new Date(row.at),
      })),
    },
    grant: access.grant,
  }
}
