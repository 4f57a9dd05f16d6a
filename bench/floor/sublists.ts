import type { Request, Response } from 'express'
import type pg from 'pg'
import { type Access, valuesOf } from './access.ts'
import { ApiError } from './api-error.ts'
import { type AssetRow, money } from './asset.ts'
import { completeness } from './completeness.ts'
import { signCursor } from './cursors.ts'
import { assetNotFound } from './list.ts'
import { pageBody, readPageRequest, requireKnown, text } from './paging.ts'
import { run, runRows } from './recording.ts'
import { assetStatement, documentsStatement, valuationsStatement } from './statements.ts'

interface History {
  readonly total: number
  readonly entries: [id: string, value: string, source: string, at: string][]
}

/** A page of one asset's valuations, newest first. */
export async function listValuations(
  pool: pg.Pool,
  access: Access,
  request: Request,
  response: Response,
) {
  const page = readPageRequest(request, ['client_id', 'source', 'since'])
  requireScope(access, 'valuation')
  const registryId = String(request.params.id)
  const source = text(request, 'source')
  const sinceText = text(request, 'since')
  const since = sinceText === undefined ? undefined : new Date(sinceText)
  const [afterAt, after] = page.after ?? []
  const form = {
    hasSource: source !== undefined,
    hasSince: since !== undefined,
    isAfter: after !== undefined,
  }
  const span = { limit: page.size + 1, offset: page.offset, afterAt, after }
  const given = { ...valuesOf(access), registryId, source, since, ...span }
  const [found] = await run(pool, await valuationsStatement(access, form), given)
  if (found === undefined) throw assetNotFound()
  const { total, entries }: History = JSON.parse(String(found))
  const shown = entries.slice(0, page.size)
  const last = entries.length > page.size ? shown.at(-1) : undefined
  const list = ['valuations', registryId, source ?? null, since ?? null]
  const next = last && signCursor(access, list, [new Date(last[3]).toISOString(), last[2]])
  return {
    data: shown.map(([id, value, from, at]) => {
      return { id, value: money(value, access.currency), source: from, valued_at: new Date(at) }
    }),
    ...pageBody(request, response, page, total, next ?? null),
    grant: access.grant,
  }
}

interface DocumentRow {
  readonly types: readonly string[] | null
  readonly id: string | null
  readonly type: string
  readonly title: string
  readonly issuer: string | null
  readonly issued_on: string | null
  readonly expires_on: string | null
  readonly file_size: string | null
}

const DOCUMENTS = 1000

/** All documents of one asset, newest first. */
export async function listDocuments(pool: pg.Pool, access: Access, request: Request) {
  requireKnown(request, ['client_id'])
  requireScope(access, 'documentation')
  const registryId = String(request.params.id)
  const given = { ...valuesOf(access), registryId, limit: DOCUMENTS + 1 }
  const [[asset], found] = await Promise.all([
    runRows(pool, await assetStatement(access, false), given),
    runRows(pool, await documentsStatement(access), given),
  ])
  if (!asset) throw assetNotFound()
  // The statements are the gateway's, whose columns these are.
  const { category } = asset as unknown as AssetRow
  const rows = found as unknown as readonly DocumentRow[]
  return {
    data: rows
      .filter(({ id }) => id !== null)
      .slice(0, DOCUMENTS)
      .map(({ id, type, title, issuer, issued_on, expires_on, file_size }) => {
        const bytes = file_size && Number(file_size)
        return { id, type, title, issuer, issued_on, expires_on, file_size: bytes }
      }),
    completeness: completeness(category, rows[0]?.types ?? []),
    grant: access.grant,
  }
}

function requireScope({ scopes }: Access, scope: string): void {
  if (!scopes.includes(scope))
    throw new ApiError(403, 'insufficient_scope', `This needs the ${scope} scope.`)
}
