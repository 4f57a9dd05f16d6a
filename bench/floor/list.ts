import type { Request, Response } from 'express'
import type pg from 'pg'
import type { Access } from './access.ts'
import { ApiError } from './api-error.ts'
import { type AssetRow, assetBody, columnsFor } from './asset.ts'
import { walkStart } from './change-times.ts'
import { signCursor } from './cursors.ts'
import { pageBody, readPageRequest, text } from './paging.ts'
import { grantCondition, rowsOf } from './query.ts'

const PARAMETERS = ['client_id', 'category', 'min_value', 'max_value']

/** A page of assets in the order of their registry ids. */
export async function listAssets(
  pool: pg.Pool,
  access: Access,
  request: Request,
  response: Response,
) {
  const page = readPageRequest(request, PARAMETERS)
  const values: unknown[] = []
  const where = listCondition(request, access, values)
  const total = rowsOf<{ total: string }>(
    pool,
    `SELECT count(*) AS total FROM assets a WHERE ${where}`,
    [...values],
  )
  const after = page.after ? ` AND a.registry_id > $${values.push(page.after[0])}` : ''
  const found = rowsOf<AssetRow>(
    pool,
    `SELECT ${columnsFor(access)}
       FROM (SELECT a.client_id, a.registry_id FROM assets a WHERE ${where}${after} ORDER BY a.registry_id
              LIMIT $${values.push(page.size + 1)} OFFSET $${values.push(page.offset)}) page
       JOIN assets a USING (client_id, registry_id) ORDER BY a.registry_id`,
    values,
  )
  const begun = page.after?.[1] ?? (page.offset === 0 ? walkStart(pool, access) : '')
  const [[count], rows, start] = await Promise.all([total, found, begun])
  const shown = rows.slice(0, page.size)
  const last = rows.length > page.size ? shown.at(-1) : undefined
  const next = last && signCursor(access, listOf(request), [last.registry_id, start])
  return {
    data: shown.map((row) => assetBody(row, access)),
    ...pageBody(request, response, page, Number(count?.total), next ?? null),
    sync: { mode: 'full', as_of: next || !start ? null : start, removed: [] },
    grant: access.grant,
  }
}

/** What the cursors of a list of assets are bound to. */
export function listOf(request: Request): readonly unknown[] {
  const filter = (name: string) => text(request, name) ?? null
  const [category, minValue, maxValue] = ['category', 'min_value', 'max_value'].map(filter)
  const since = filter('updated_since')
  const updatedSince = since && new Date(since)
  return ['assets', { category, minValue, maxValue, updatedSince, search: null }]
}

/** One asset. */
export async function getAsset(pool: pg.Pool, access: Access, registryId: string) {
  const values: unknown[] = []
  const where = grantCondition(access, values)
  const [row] = await rowsOf<AssetRow>(
    pool,
    `SELECT ${columnsFor(access)} FROM assets a WHERE ${where} AND a.registry_id = $${values.push(registryId)}`,
    values,
  )
  if (!row) throw new ApiError(404, 'asset_not_found', 'The client has no such asset.')
  return { data: assetBody(row, access), grant: access.grant }
}

/** The SQL condition for asset `a` to be in the requested list; appends its values to `values`. */
export function listCondition(request: Request, access: Access, values: unknown[]): string {
  const conditions = [grantCondition(access, values)]
  const category = text(request, 'category')
  const minValue = text(request, 'min_value')
  const maxValue = text(request, 'max_value')
  if ((minValue ?? maxValue) && !access.scopes.includes('valuation'))
    throw new ApiError(403, 'insufficient_scope', 'A range of values needs the valuation scope.')
  if (category) conditions.push(`a.category = $${values.push(category)}::category`)
  if (minValue) conditions.push(`a.market_value >= $${values.push(minValue)}::numeric`)
  if (maxValue) conditions.push(`a.market_value <= $${values.push(maxValue)}::numeric`)
  return conditions.join(' AND ')
}
