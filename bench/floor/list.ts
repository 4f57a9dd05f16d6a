import type { Request, Response } from 'express'
import type pg from 'pg'
import type { Access } from './access.ts'
import { type AssetRow, assetBody, COLUMNS } from './asset.ts'
import { pageBody, readPage, text } from './paging.ts'
import { granted, rowsOf } from './query.ts'
import { Refusal } from './refusal.ts'

const PARAMETERS = ['client_id', 'category', 'min_value', 'max_value']

/** A page of assets in the order of their registry ids. */
export async function listAssets(
  pool: pg.Pool,
  access: Access,
  request: Request,
  response: Response,
) {
  const page = readPage(request, PARAMETERS)
  const values: unknown[] = []
  const where = listed(request, access, values)
  const total = rowsOf<{ total: string }>(
    pool,
    `SELECT count(*) AS total FROM assets a WHERE ${where}`,
    [...values],
  )
  const after = page.after ? ` AND a.registry_id > $${values.push(page.after[0])}` : ''
  const found = rowsOf<AssetRow>(
    pool,
    `SELECT ${COLUMNS}
       FROM (SELECT a.client_id, a.registry_id FROM assets a WHERE ${where}${after} ORDER BY a.registry_id
              LIMIT $${values.push(page.size + 1)} OFFSET $${values.push(page.offset)}) page
       JOIN assets a USING (client_id, registry_id) ORDER BY a.registry_id`,
    values,
  )
  const [[count], rows] = await Promise.all([total, found])
  const shown = rows.slice(0, page.size)
  const asOf = page.after?.[1] ?? syncPoint(access, page.offset)
  const last = rows.length > page.size ? shown.at(-1) : undefined
  const next = last ? [last.registry_id, asOf] : null
  return {
    data: shown.map((row) => assetBody(row, access)),
    ...pageBody(request, response, page, Number(count?.total), next),
    sync: { as_of: asOf, removed: [] },
    grant: access.grant,
  }
}

/** One asset. */
export async function getAsset(pool: pg.Pool, access: Access, registryId: string) {
  const values: unknown[] = []
  const where = granted(access, values)
  const [row] = await rowsOf<AssetRow>(
    pool,
    `SELECT ${COLUMNS} FROM assets a WHERE ${where} AND a.registry_id = $${values.push(registryId)}`,
    values,
  )
  if (!row) throw new Refusal(404, 'asset_not_found', 'The client has no such asset.')
  return { data: assetBody(row, access), grant: access.grant }
}

/** The condition for asset `a` to be in the list that a request asks for. */
export function listed(request: Request, access: Access, values: unknown[]): string {
  const conditions = [granted(access, values)]
  const category = text(request, 'category')
  const least = text(request, 'min_value')
  const most = text(request, 'max_value')
  if ((least ?? most) && !access.scopes.includes('valuation'))
    throw new Refusal(403, 'insufficient_scope', 'A range of values needs the valuation scope.')
  if (category) conditions.push(`a.category = $${values.push(category)}::category`)
  if (least) conditions.push(`a.market_value >= $${values.push(least)}::numeric`)
  if (most) conditions.push(`a.market_value <= $${values.push(most)}::numeric`)
  return conditions.join(' AND ')
}

// Of a later page, what has changed in the last quarter of an hour may have been passed over.
function syncPoint({ changedAt }: Access, offset: number): string {
  const settled = new Date(Math.floor(Date.now() / 60_000 - 15) * 60_000)
  return (offset === 0 || changedAt <= settled ? changedAt : settled).toISOString()
}
