import type pg from 'pg'
import { isNumber, isText, orNull, type RowOf, rowReader } from '../../access/rows.ts'
import { type Params, readRows, someContains } from '../../database/statement.ts'
import { type ErrorCode, GatewayError } from '../../errors.ts'
import { DAY_MS, REQUEST_LOG_DAYS } from '../../values/durations.ts'
import { notFound } from '../../values/ids.ts'
import {
  MAX_OF_KEY,
  OUTCOMES,
  type Outcome,
  STORED_REQUEST,
  STORED_REQUESTS,
  type StoredRequest,
} from './stored-requests.ts'

/** The maximum number of requests with one id that are found. A caller may choose the id and use it again. */
export const MAX_FOUND = 20

// More than are kept of a key. The rows of the release before come on top of them.
const MAX_LISTED = 3 * MAX_OF_KEY

const ofOperator = { key_name: orNull(isText), firm_name: orNull(isText), total: isNumber }

export type FoundRequest = Omit<StoredRequest & RowOf<typeof ofOperator>, 'id' | 'total'>

/** The newest requests that were looked for, and the number of all of them. */
export type FoundRequests = Awaited<ReturnType<typeof readForOperator>>

/** Which requests of a key to read. Null: no condition. */
export interface RequestFilter {
  readonly outcome: Outcome | null
  readonly code: ErrorCode | null
  readonly endpoint: string | null
  readonly clientId: string | null
  readonly since: Date | null
  readonly until: Date | null
  /** A text in the ids or in what was asked. */
  readonly search: string | null
}

export const readRequest = rowReader('request log', STORED_REQUEST)
const readFound = rowReader('request', { ...STORED_REQUEST, ...ofOperator })

function oldestShown(now: Date): Date {
  return new Date(now.getTime() - REQUEST_LOG_DAYS * DAY_MS)
}

/** The conditions on shown requests. A search also finds the requests of the clients with `namedIds`. */
export function matchingRequests(
  filter: RequestFilter,
  params: Params,
  now: Date,
  namedIds: readonly string[],
): string[] {
  const { outcome, code, endpoint, clientId, since, until, search } = filter
  return [
    `r.at >= ${params.add(oldestShown(now))}::timestamptz`,
    ...(outcome === null ? [] : [OUTCOMES[outcome]]),
    ...(code === null ? [] : [`r.code = ${params.add(code)}`]),
    ...(endpoint === null ? [] : [`r.endpoint = ${params.add(endpoint)}`]),
    ...(clientId === null ? [] : [`r.client_id = ${params.add(clientId)}`]),
    ...(since === null ? [] : [`r.at >= ${params.add(since)}::timestamptz`]),
    ...(until === null ? [] : [`r.at < ${params.add(until)}::timestamptz`]),
    ...(search === null
      ? []
      : [
          `(${someContains(SEARCHED, search, params)} OR r.client_id = ANY (${params.add(namedIds)}::text[]))`,
        ]),
  ]
}

const SEARCHED = [
  'r.request_id',
  'r.client_id',
  'r.endpoint',
  'r.path',
  `array_to_string(r.parameters, ' ')`,
]

/** The keys that have sent shown requests with this request id. The caller may not see all of them. */
export async function readKeysOfRequest(
  pool: pg.Pool,
  requestId: string,
  now: Date,
): Promise<string[]> {
  const text = `SELECT DISTINCT r.key_id FROM ${STORED_REQUESTS} WHERE r.request_id = $1 AND r.at >= $2`
  const rows = await readRows(pool, text, [requestId, oldestShown(now)], 'keys of a request')
  return rows.map(({ key_id }) => String(key_id))
}

/** The newest shown requests of these keys with this request id. */
export async function readByRequestId(
  pool: pg.Pool,
  requestId: string,
  keyIds: readonly string[],
  now: Date,
): Promise<StoredRequest[]> {
  const where = 'r.request_id = $1 AND r.key_id = ANY ($2::text[]) AND r.at >= $3'
  const values = [requestId, keyIds, oldestShown(now)]
  return (await readRows(pool, newest(where, MAX_FOUND), values, 'request log')).map(readRequest)
}

function newest(where: string, limit: number): string {
  return `SELECT r.* FROM ${STORED_REQUESTS} WHERE ${where} ORDER BY r.at DESC, r.id DESC LIMIT ${limit}`
}

/** Finds stored requests by their request id, newest first. Throws `record_not_found`. */
export async function findRequests(pool: pg.Pool, requestId: string): Promise<FoundRequests> {
  const found = await readForOperator(pool, 'r.request_id = $1', [requestId], MAX_FOUND)
  if (found.total > 0) return found
  throw new GatewayError(
    'record_not_found',
    `No stored request has the request id ${requestId}. Stored are requests of API keys: for ${REQUEST_LOG_DAYS} days about ${MAX_OF_KEY} of a key, the newest of each code and endpoint. Every other request is in the log alone: search it for "request_id":"${requestId}".`,
  )
}

interface RequestChoice extends Pick<RequestFilter, 'code' | 'since'> {
  readonly status: readonly [from: number, to: number]
}

/** The stored requests of a key, newest first. Throws `record_not_found` if there is no such key. */
export async function listRequests(
  pool: pg.Pool,
  keyId: string,
  { status: [from, to], code, since }: RequestChoice,
): Promise<readonly FoundRequest[]> {
  const key = await pool.query('SELECT FROM api_keys WHERE id = $1', [keyId])
  if (key.rowCount === 0) throw notFound('key')
  const where = `r.key_id = $1 AND r.status BETWEEN $2 AND $3 AND ($4::text IS NULL OR r.code = $4)
      AND ($5::timestamptz IS NULL OR r.at >= $5)`
  const values = [keyId, from, to, code, since]
  return (await readForOperator(pool, where, values, MAX_LISTED)).requests
}

async function readForOperator(
  pool: pg.Pool,
  where: string,
  values: readonly unknown[],
  limit: number,
) {
  const rows = await readRows(
    pool,
    `SELECT r.*, k.name AS key_name, f.name AS firm_name,
            (SELECT count(*)::int FROM ${STORED_REQUESTS} WHERE ${where}) AS total
       FROM (${newest(where, limit)}) AS r
       LEFT JOIN api_keys k ON k.id = r.key_id LEFT JOIN firms f ON f.id = k.firm_id
      ORDER BY r.at DESC, r.id DESC`,
    values,
    'request',
  )
  const all = rows.map(readFound)
  const requests: FoundRequest[] = all.map(({ id: _, total: __, ...each }) => each)
  return { total: all[0]?.total ?? 0, requests }
}
