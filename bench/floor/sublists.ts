import type { Request, Response } from 'express'
import type pg from 'pg'
import type { Access } from './access.ts'
import { ApiError } from './api-error.ts'
import { money } from './asset.ts'
import { completeness } from './completeness.ts'
import { signCursor } from './cursors.ts'
import { pageBody, readPageRequest, requireKnown, text } from './paging.ts'
import { grantCondition, rowsOf } from './query.ts'

type ValuationRow = { total: string; id: string; value: string; source: string; valued_at: Date }

/** A page of one asset's valuations, newest first. */
export async function listValuations(
  pool: pg.Pool,
  access: Access,
  request: Request,
  response: Response,
) {
  const page = readPageRequest(request, ['client_id', 'source', 'since'])
  await requireAsset(pool, access, String(request.params.id), 'valuation')
  const values: unknown[] = [access.clientId, request.params.id]
  let where = 'client_id = $1 AND registry_id = $2'
  const source = text(request, 'source')
  const since = text(request, 'since')
  if (source) where += ` AND source = $${values.push(source)}`
  if (since) where += ` AND valued_at > $${values.push(since)}::timestamptz`
  const after = page.after
    ? ` AND (valued_at, source) < ($${values.push(page.after[0])}::timestamptz, $${values.push(page.after[1])})`
    : ''
  const rows = await rowsOf<ValuationRow>(
    pool,
    `SELECT (SELECT count(*) FROM valuations WHERE ${where}) AS total, id, value, source, valued_at
       FROM valuations WHERE ${where}${after} ORDER BY valued_at DESC, source DESC
      LIMIT $${values.push(page.size + 1)} OFFSET $${values.push(page.offset)}`,
    values,
  )
  const shown = rows.slice(0, page.size)
  const last = rows.length > page.size ? shown.at(-1) : undefined
  const list = ['valuations', request.params.id, source ?? null, since ? new Date(since) : null]
  const next = last && signCursor(access, list, [last.valued_at.toISOString(), last.source])
  return {
    data: shown.map(({ id, value, source, valued_at }) => {
      return { id, value: money(value, access.currency), source, valued_at }
    }),
    ...pageBody(request, response, page, Number(rows[0]?.total ?? 0), next ?? null),
    grant: access.grant,
  }
}

interface DocumentRow {
  id: string
  type: string
  title: string
  issuer: string | null
  issued_on: string | null
  expires_on: string | null
  file_size: string | null
}

/** All documents of one asset, newest first. */
export async function listDocuments(pool: pg.Pool, access: Access, request: Request) {
  requireKnown(request, ['client_id'])
  const id = String(request.params.id)
  const asset = await requireAsset(pool, access, id, 'documentation')
  const rows = await rowsOf<DocumentRow>(
    pool,
    `SELECT id, type, title, issuer, issued_on::text, expires_on::text, file_size
       FROM documents WHERE client_id = $1 AND registry_id = $2
      ORDER BY issued_on DESC NULLS LAST, id DESC LIMIT 1000`,
    [access.clientId, id],
  )
  return {
    data: rows.map((row) => ({ ...row, file_size: row.file_size && Number(row.file_size) })),
    completeness: completeness(asset.category, asset.document_types),
    grant: access.grant,
  }
}

interface AssetInfo {
  category: string
  document_count: number
  document_types: string[]
}

async function requireAsset(pool: pg.Pool, access: Access, id: string, scope: string) {
  if (!access.scopes.includes(scope))
    throw new ApiError(403, 'insufficient_scope', `This needs the ${scope} scope.`)
  const values: unknown[] = []
  const where = grantCondition(access, values)
  const [row] = await rowsOf<AssetInfo>(
    pool,
    `SELECT category, document_count, document_types FROM assets a WHERE ${where} AND registry_id = $${values.push(id)}`,
    values,
  )
  if (!row) throw new ApiError(404, 'asset_not_found', 'The client has no such asset.')
  return row
}
