import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'

/** The metadata of a document. Where the file lies is private and not read. */
export interface DocumentRow {
  id: string
  type: string
  title: string
  issuer: string | null
  issued_on: string | null
  expires_on: string | null
  file_size: string | null
}

export interface DocumentsQuery {
  readonly limit: number
  readonly offset: number
  /** The document that the page comes after; the empty date stands for none, which comes last. */
  readonly after: { readonly issuedOn: string; readonly id: string } | null
}

/** A page of one asset's documents, of how many, and the kinds among all of them. */
export interface DocumentsPage {
  readonly total: number
  readonly types: readonly string[]
  readonly rows: readonly DocumentRow[]
}

type JoinedRow = { registry_id: string; total: number; types: string[] } & (
  | DocumentRow
  | { id: null }
)

/** The same page of each asset's documents, newest first, in one statement. Assets outside the visibility have none. */
export async function readDocuments(
  pool: pg.Pool,
  visibility: Visibility,
  registryIds: readonly string[],
  query: DocumentsQuery,
): Promise<Map<string, DocumentsPage>> {
  const params = new Params()
  const visible = visibleAsset(visibility, 'a', params)
  const rows = await readRows<JoinedRow>(
    pool,
    `SELECT a.registry_id, a.document_count AS total, a.document_types AS types, d.id, d.type, d.title, d.issuer,
            d.issued_on::text AS issued_on, d.expires_on::text AS expires_on, d.file_size
       FROM assets a
       LEFT JOIN LATERAL (SELECT d.id, d.type, d.title, d.issuer, d.issued_on, d.expires_on, d.file_size
              FROM documents d
              WHERE d.client_id = a.client_id AND d.registry_id = a.registry_id${afterSql(query, params)}
              ORDER BY d.issued_on DESC NULLS LAST, d.id DESC
              LIMIT ${params.add(query.limit)} OFFSET ${params.add(query.offset)}) d ON true
      WHERE ${visible} AND a.registry_id = ANY (${params.add(registryIds)}::text[])
      ORDER BY a.registry_id, d.issued_on DESC NULLS LAST, d.id DESC`,
    params.values,
  )
  return groupByAsset(rows)
}

function afterSql({ after }: DocumentsQuery, params: Params): string {
  if (!after) return ''
  const before = `d.id < ${params.add(after.id)}`
  if (after.issuedOn === '') return ` AND d.issued_on IS NULL AND ${before}`
  const date = `${params.add(after.issuedOn)}::date`
  return ` AND (d.issued_on < ${date} OR d.issued_on IS NULL OR (d.issued_on = ${date} AND ${before}))`
}

function groupByAsset(rows: readonly JoinedRow[]): Map<string, DocumentsPage> {
  const pages = new Map<string, { total: number; types: string[]; rows: DocumentRow[] }>()
  for (const row of rows) {
    const page = pages.get(row.registry_id) ?? { total: row.total, types: row.types, rows: [] }
    if (row.id !== null) page.rows.push(row)
    pages.set(row.registry_id, page)
  }
  return pages
}
