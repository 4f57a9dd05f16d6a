import type pg from 'pg'
import { isNumber, isText, orNull, type RowOf, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'
import { type ErrorCode, GatewayError } from '../../errors.ts'
import { REQUEST_LOG_DAYS } from '../../values/request-log-days.ts'
import { MAX_OF_KEY } from './request.writes.ts'
import { STORED_REQUEST, STORED_REQUESTS } from './stored-requests.ts'

/**
 * The maximum number of listed requests with one id. There can be several, because a caller may choose the id and use
 * it again.
 */
export const MAX_FOUND = 20

const { id: _, ...shown } = STORED_REQUEST
const found = { ...shown, key_name: orNull(isText), firm_name: orNull(isText) }

/** A stored request, with its key and firm. */
export type FoundRequest = RowOf<typeof found>

/** The requests with one id: the newest of them, and their number. */
export interface FoundRequests {
  readonly total: number
  readonly requests: readonly FoundRequest[]
}

const readFound = rowReader('request', { ...found, total: isNumber })

/** Which requests of a key an operator asks for. */
interface RequestChoice {
  /** The lowest and the highest status. */
  readonly status: readonly [from: number, to: number]
  readonly code: ErrorCode | null
  readonly since: Date | null
}

const COLUMNS = Object.keys(shown)
  .map((column) => `r.${column}`)
  .join(', ')

/** Finds stored requests by their request id, newest first. Throws `record_not_found`. */
export async function findRequests(pool: pg.Pool, requestId: string): Promise<FoundRequests> {
  const all = await read(pool, 'r.request_id = $1', [requestId], MAX_FOUND)
  if (all.total === 0) throw notStored(requestId)
  return all
}

/** The stored requests of a key, newest first. Throws `record_not_found` if there is no such key. */
export async function listRequests(
  pool: pg.Pool,
  keyId: string,
  { status: [from, to], code, since }: RequestChoice,
): Promise<readonly FoundRequest[]> {
  const key = await pool.query('SELECT FROM api_keys WHERE id = $1', [keyId])
  if (key.rowCount === 0)
    throw new GatewayError('record_not_found', 'There is no key with this id.')
  const where = `r.key_id = $1 AND r.status BETWEEN $2 AND $3 AND ($4::text IS NULL OR r.code = $4)
      AND ($5::timestamptz IS NULL OR r.at >= $5)`
  return (await read(pool, where, [keyId, from, to, code, since], MAX_LISTED)).requests
}

// More than are kept of a key. The rows of the release before come on top of them.
const MAX_LISTED = 3 * MAX_OF_KEY

async function read(
  pool: pg.Pool,
  where: string,
  values: readonly unknown[],
  limit: number,
): Promise<FoundRequests> {
  const rows = await readRows(
    pool,
    `SELECT ${COLUMNS}, k.name AS key_name, f.name AS firm_name, r.total
       FROM (SELECT r.*, count(*) OVER ()::int AS total FROM ${STORED_REQUESTS} WHERE ${where}
              ORDER BY r.at DESC, r.id DESC LIMIT ${limit}) AS r
       LEFT JOIN api_keys k ON k.id = r.key_id LEFT JOIN firms f ON f.id = k.firm_id
      ORDER BY r.at DESC, r.id DESC`,
    values,
    'request',
  )
  const all = rows.map(readFound)
  return { total: all[0]?.total ?? 0, requests: all.map(({ total: _total, ...each }) => each) }
}

function notStored(requestId: string): GatewayError {
  return new GatewayError(
    'record_not_found',
    `No stored request has the request id ${requestId}. Stored are requests of API keys: for ${REQUEST_LOG_DAYS} days about ${MAX_OF_KEY} of a key, the newest of each code and endpoint. Every other request is in the log alone: search it for "request_id":"${requestId}".`,
  )
}
