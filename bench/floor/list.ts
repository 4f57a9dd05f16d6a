import type { Request, Response } from 'express'
import type pg from 'pg'
import { type Access, valuesOf } from './access.ts'
import { ApiError } from './api-error.ts'
import { type AssetRow, assetText } from './asset.ts'
import { signCursor } from './cursors.ts'
import { listOf, namesOf, readFilters } from './filters.ts'
import { pageBody, readPageRequest } from './paging.ts'
import { runRows } from './recording.ts'
import { assetStatement, pageStatement } from './statements.ts'

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
  const form = { filters: namesOf(filters), isAfter: after !== undefined, isFirst }
  const span = { limit: page.size + 1, offset: page.offset, after }
  const given = { ...valuesOf(access), ...filters, ...span }
  const found = await runRows(pool, await pageStatement(access, form), given)
  // The statement is the gateway's, whose columns these are. An empty page has one row, with the extras alone.
  const [{ total, newest }] = found as unknown as readonly [Extras]
  const rows = assetsOf(found)
  const start = isFirst ? walkStart(access, newest) : (begun ?? '')
  const shown = rows.slice(0, page.size)
  const last = rows.length > page.size ? shown.at(-1) : undefined
  const next = last && signCursor(access, listOf(request), [last.registry_id, start])
  const rest = {
    ...pageBody(request, response, page, total, next ?? null),
    sync: { mode: 'full', complete: true, as_of: next || !start ? null : start, removed: [] },
    grant: access.grant,
  }
  return listText(shown, rest, access)
}

/** The text of a body: its assets, and the other members. */
export function listText(rows: readonly AssetRow[], rest: object, access: Access): string {
  const assets = rows.map((row) => assetText(row, access)).join(',')
  return `{"data":[${assets}],${JSON.stringify(rest).slice(1)}`
}

/** The assets of rows of the gateway's statements, of which some have none. */
export function assetsOf(rows: readonly object[]): AssetRow[] {
  return rows.filter(isAsset)
}

function isAsset(row: object): row is AssetRow {
  return 'registry_id' in row && row.registry_id !== null
}

/** One asset. */
export async function getAsset(pool: pg.Pool, access: Access, registryId: string) {
  const given = { ...valuesOf(access), registryId }
  const [row] = await runRows(pool, await assetStatement(access, true), given)
  if (!row || !isAsset(row)) throw assetNotFound()
  return `{"data":${assetText(row, access)},"grant":${JSON.stringify(access.grant)}}`
}

/** The error for an asset that the access does not show. */
export function assetNotFound(): ApiError {
  return new ApiError(404, 'asset_not_found', 'The client has no such asset.')
}

interface Extras {
  readonly total: number
  readonly newest: Date | null
}

function walkStart({ completeFrom }: Access, newest: Date | null): string {
  return (newest && newest > completeFrom ? newest : completeFrom).toISOString()
}
