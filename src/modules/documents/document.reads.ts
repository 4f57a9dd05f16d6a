import type pg from 'pg'
import { visibleOfIds } from '../../access/asset-filter.sql.ts'
import { isNumber, isText, isTexts, orNull, type RowOf, rowReader } from '../../access/rows.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'
import { invalidParameter } from '../../errors.ts'
import { groupBy } from '../../values/group-by.ts'
import { MAX_DOCUMENTS_OF_PAGE } from '../../values/page-size.ts'
import { type DocumentRange, inRange } from './document.range.ts'

export const DOCUMENT = {
  id: isText,
  type: isText,
  title: isText,
  issuer: orNull(isText),
  issued_on: orNull(isText),
  expires_on: orNull(isText),
  file_size: orNull(isText),
}
const readDocument = rowReader('documents', DOCUMENT)
const readAsset = rowReader('documents', {
  registry_id: isText,
  total: isNumber,
  types: orNull(isTexts),
  id: orNull(isText),
})

/** The columns of a document `d`. Dates are selected as texts, because a date has no instant. */
export const DOCUMENT_COLUMNS = `d.id, d.type, d.title, d.issuer, d.file_size,
  d.issued_on::text AS issued_on, d.expires_on::text AS expires_on`

/** The metadata of a document. The path of its file is private and is not read. */
export type DocumentRow = RowOf<typeof DOCUMENT>

interface DocumentsQuery {
  readonly range: DocumentRange
  readonly limit: number
  /** The document that the page comes after; an empty date means no date, which sorts last. */
  readonly after: readonly [issuedOn: string, id: string] | null
}

/**
 * The same page of each asset's documents, newest first, with the number in the range and the types of all. Assets
 * outside the visibility have none. Throws `invalid_parameter` if the response would have too many documents.
 */
export async function readDocuments(
  pool: pg.Pool,
  visibility: Visibility,
  registryIds: readonly string[],
  query: DocumentsQuery,
) {
  const params = new Params()
  const assets = visibleOfIds(visibility, registryIds, params)
  const ranged = inRange(query.range, 'd', params)
  const client = params.add(visibility.clientId)
  const total =
    ranged === ''
      ? 'a.document_count'
      : `(SELECT count(*)::int FROM documents d
              WHERE d.client_id = ${client} AND d.registry_id = a.registry_id${ranged})`
  // This limit is high enough to detect too many documents. Each asset may have one row that is not shown: the first
  // row of the next page, or the row of an asset without documents.
  const most = MAX_DOCUMENTS_OF_PAGE + registryIds.length + 1
  const rows = await readRows(
    pool,
    `SELECT a.registry_id, ${total} AS total, a.document_types AS types,
            ${DOCUMENT_COLUMNS}
       FROM ${assets}
       LEFT JOIN LATERAL (SELECT d.id, d.type, d.title, d.issuer, d.issued_on, d.expires_on, d.file_size
              FROM documents d
              WHERE d.client_id = ${client} AND d.registry_id = a.registry_id${ranged}${afterSql(query, params)}
              ORDER BY d.issued_on DESC NULLS LAST, d.id DESC
              LIMIT ${params.add(query.limit)}) d ON true
      ORDER BY a.registry_id, d.issued_on DESC NULLS LAST, d.id DESC
      LIMIT ${params.add(most)}`,
    params.values,
    'documents',
  )
  const pages = groupByAsset(rows)
  const shown = [...pages.values()].map((page) => Math.min(page.rows.length, query.limit - 1))
  if (shown.reduce((sum, count) => sum + count, 0) > MAX_DOCUMENTS_OF_PAGE)
    throw invalidParameter(
      `The assets of this page have more than ${MAX_DOCUMENTS_OF_PAGE} documents together. Ask for a smaller page: 10 assets always fit.`,
    )
  return pages
}

function afterSql({ after }: DocumentsQuery, params: Params): string {
  if (!after) return ''
  const [issuedOn, id] = after
  const before = `d.id < ${params.add(id)}`
  if (issuedOn === '') return ` AND d.issued_on IS NULL AND ${before}`
  const date = `${params.add(issuedOn)}::date`
  return ` AND (d.issued_on < ${date} OR d.issued_on IS NULL OR (d.issued_on = ${date} AND ${before}))`
}

// An asset without documents has one row, without a document.
function groupByAsset(rows: readonly unknown[]) {
  const byAsset = groupBy(rows.map(readAsset), (row) => row.registry_id)
  const pages = [...byAsset].map(([registryId, group]) => {
    const [{ total, types }] = group
    const rows = group.filter(({ id }) => id !== null).map(readDocument)
    return [registryId, { total, types: types ?? [], rows }] as const
  })
  return new Map(pages)
}
