import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import { isNumber, isText, type RowOf, rowReader } from '../../access/rows.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'
import { type DocumentRange, inRange } from './document.range.ts'
import { DOCUMENT, DOCUMENT_COLUMNS } from './document.reads.ts'

const expiring = { ...DOCUMENT, expires_on: isText, registry_id: isText, asset_title: isText }
const readExpiringRow = rowReader('documents', expiring)
const readTotal = rowReader('documents', { total: isNumber })

export type ExpiringRow = RowOf<typeof expiring>

export interface ExpiringQuery {
  readonly range: DocumentRange
  readonly limit: number
  readonly after: readonly [expiresOn: string, id: string] | null
}

/** The documents of visible assets that expire in the range, the earliest expiry first. */
export async function readExpiring(
  pool: pg.Pool,
  visibility: Visibility,
  { range, limit, after }: ExpiringQuery,
): Promise<ExpiringRow[]> {
  const params = new Params()
  const from = expiringSql(visibility, range, params)
  const isAfter = after
    ? ` AND (d.expires_on, d.id) > (${params.add(after[0])}::date, ${params.add(after[1])})`
    : ''
  const rows = await readRows(
    pool,
    `SELECT ${DOCUMENT_COLUMNS}, d.registry_id, a.title AS asset_title FROM ${from}${isAfter}
      ORDER BY d.expires_on, d.id LIMIT ${params.add(limit)}`,
    params.values,
    'expiring_documents',
  )
  return rows.map(readExpiringRow)
}

/** The number of documents of visible assets that expire in the range. */
export async function countExpiring(
  pool: pg.Pool,
  visibility: Visibility,
  range: DocumentRange,
): Promise<number> {
  const params = new Params()
  // Every document has an asset, so the filter that shows all of them need not read any.
  const from = visibility.filter.type === 'all' ? ofClient : expiringSql
  const text = `SELECT count(*)::int AS total FROM ${from(visibility, range, params)}`
  const [row] = await readRows(pool, text, params.values, 'expiring_documents_total')
  return readTotal(row).total
}

function expiringSql(visibility: Visibility, range: DocumentRange, params: Params): string {
  const visible = visibleAsset(visibility, 'a', params)
  const client = params.add(visibility.clientId)
  return `assets a, ${ofClient(visibility, range, params)}
      AND a.client_id = ${client} AND a.registry_id = d.registry_id AND ${visible}`
}

function ofClient({ clientId }: Visibility, range: DocumentRange, params: Params): string {
  const client = params.add(clientId)
  return `documents d WHERE d.client_id = ${client} AND d.expires_on IS NOT NULL${inRange(range, 'd', params)}`
}
