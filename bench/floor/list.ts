import type { Request, Response } from 'express'
import type pg from 'pg'
import type { Access } from './access.ts'
import { ApiError } from './api-error.ts'
import { type AssetRow, assetBody } from './asset.ts'
import { signCursor } from './cursors.ts'
import { pageBody, readPageRequest, text } from './paging.ts'
import { grantCondition } from './query.ts'
import { assetStatement, type PageForm, pageStatement, run } from './statements.ts'

const PARAMETERS = ['client_id', 'category', 'min_value', 'max_value']

/** A page of assets in the order of their registry ids. */
export async function listAssets(
  pool: pg.Pool,
  access: Access,
  request: Request,
  response: Response,
) {
  const page = readPageRequest(request, PARAMETERS)
  const filters = readFilters(request, access)
  const [after, begun] = page.after ?? []
  const isFirst = after === undefined && page.offset === 0
  const form = { filters: keysOf(filters), isAfter: after !== undefined, isFirst }
  const span = { limit: page.size + 1, offset: page.offset, ...(after && { after }) }
  const given = { ...valuesOf(access), ...filters, ...span }
  const texts = await run(pool, await pageStatement(access, form), given)
  const [extras, ...found] = JSON.parse(`[${texts.join(',')}]`)
  const { total, newest }: Extras = extras
  const rows: AssetRow[] = found
  const start = newest ? walkStart(access, newest.at) : (begun ?? '')
  const shown = rows.slice(0, page.size)
  const last = rows.length > page.size ? shown.at(-1) : undefined
  const next = last && signCursor(access, listOf(request), [last.registry_id, start])
  return {
    data: shown.map((row) => assetBody(row, access)),
    ...pageBody(request, response, page, total, next ?? null),
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
  const given = { ...valuesOf(access), registryId }
  const [row] = await run(pool, await assetStatement(access), given)
  if (!row) throw new ApiError(404, 'asset_not_found', 'The client has no such asset.')
  // The statement is the gateway's, whose columns these are.
  return { data: assetBody(row as AssetRow, access), grant: access.grant }
}

interface Extras {
  readonly total: number
  readonly newest: { readonly at: string | null } | null
}

function walkStart({ begin }: Access, newest: string | null): string {
  const at = new Date(newest ?? 0)
  return (at > begin ? at : begin).toISOString()
}

function valuesOf({ clientId, termsAt, clockUntil, deltaUntil, filter: { values } }: Access) {
  return { clientId, termsAt, clockUntil, deltaUntil, filterValues: values, filterValue: values[0] }
}

type Filters = Readonly<Partial<Record<PageForm['filters'][number], string>>>

function readFilters(request: Request, { scopes }: Access): Filters {
  const category = text(request, 'category')
  const minValue = text(request, 'min_value')
  const maxValue = text(request, 'max_value')
  if ((minValue ?? maxValue) && !scopes.includes('valuation'))
    throw new ApiError(403, 'insufficient_scope', 'A range of values needs the valuation scope.')
  return {
    ...(category && { category }),
    ...(minValue && { minValue }),
    ...(maxValue && { maxValue }),
  }
}

function keysOf({ category, minValue, maxValue }: Filters): PageForm['filters'] {
  const given = { category, minValue, maxValue }
  return FILTERS.filter((name) => given[name] !== undefined)
}

const FILTERS = ['category', 'minValue', 'maxValue'] as const

/** The SQL condition for asset `a` to be in the requested list; appends its values to `values`. */
export function listCondition(request: Request, access: Access, values: unknown[]): string {
  const { category, minValue, maxValue } = readFilters(request, access)
  const conditions = [grantCondition(access, values)]
  if (category) conditions.push(`a.category = $${values.push(category)}::category`)
  if (minValue) conditions.push(`a.market_value >= $${values.push(minValue)}::numeric`)
  if (maxValue) conditions.push(`a.market_value <= $${values.push(maxValue)}::numeric`)
  return conditions.join(' AND ')
}
