import type pg from 'pg'
import { rowReader } from '../../access/stored-row.ts'
import { newestFirst, type RowList } from '../../database/ordered.reads.ts'
import { someContains } from '../../database/reader-text.ts'
import { type Params, readRows } from '../../database/statement.ts'
import type { ErrorCode } from '../../errors.ts'
import { REQUEST_LOG_DAYS } from '../../values/request-log-days.ts'
import { STORED_REQUEST, STORED_REQUESTS, type StoredRequest } from './stored-requests.ts'

const DAY_MS = 86_400_000

/** How a request ended, as usage counts it. */
export type Outcome = 'ok' | 'refused' | 'limited' | 'failed'

/** The condition of each outcome on the status `r.status`. */
const OUTCOMES: Readonly<Record<Outcome, string>> = {
  ok: 'r.status < 400',
  refused: 'r.status >= 400 AND r.status < 500 AND r.status <> 429',
  limited: 'r.status = 429',
  failed: 'r.status >= 500',
}

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

const readRequest = rowReader('request log', STORED_REQUEST)

/** The requests of a key of the last days, newest first. */
export function requestsOfKey(filter: RequestFilter): RowList {
  return {
    from: STORED_REQUESTS,
    parent: 'r.key_id',
    order: newestFirst('r.at'),
    conditions: (params, now) => [isShown(now, params), ...matching(filter, params)],
  }
}

/** Requests by id, in no order, of keys that the caller sees. */
export async function readRequests(
  pool: pg.Pool,
  ids: readonly string[],
  keyIds: readonly string[],
): Promise<StoredRequest[]> {
  const rows = await readRows(
    pool,
    `SELECT r.* FROM ${STORED_REQUESTS} WHERE r.key_id = ANY ($1::text[]) AND r.id = ANY ($2::text[])`,
    [keyIds, ids],
    'request log',
  )
  return rows.map(readRequest)
}

/** The keys that have a shown request with this request id. The caller may not see all of them. */
export async function readKeysOfRequest(
  pool: pg.Pool,
  requestId: string,
  now: Date,
): Promise<string[]> {
  const rows = await readRows(
    pool,
    `SELECT DISTINCT r.key_id FROM ${STORED_REQUESTS} WHERE r.request_id = $1 AND r.at >= $2`,
    [requestId, oldestShown(now)],
    'keys of a request',
  )
  return rows.map(({ key_id }) => String(key_id))
}

/** The newest shown requests of these keys with this request id, which a caller may have sent several times. */
export async function readByRequestId(
  pool: pg.Pool,
  requestId: string,
  keyIds: readonly string[],
  limit: number,
  now: Date,
): Promise<StoredRequest[]> {
  const rows = await readRows(
    pool,
    `SELECT r.* FROM ${STORED_REQUESTS} WHERE r.request_id = $1 AND r.key_id = ANY ($2::text[]) AND r.at >= $3
      ORDER BY r.at DESC, r.id DESC LIMIT $4`,
    [requestId, keyIds, oldestShown(now), limit],
    'request log',
  )
  return rows.map(readRequest)
}

function oldestShown(now: Date): Date {
  return new Date(now.getTime() - REQUEST_LOG_DAYS * DAY_MS)
}

function isShown(now: Date, params: Params): string {
  return `r.at >= ${params.add(oldestShown(now))}::timestamptz`
}

function matching(filter: RequestFilter, params: Params): string[] {
  const { outcome, code, endpoint, clientId, since, until, search } = filter
  return [
    ...(outcome === null ? [] : [OUTCOMES[outcome]]),
    ...(code === null ? [] : [`r.code = ${params.add(code)}`]),
    ...(endpoint === null ? [] : [`r.endpoint = ${params.add(endpoint)}`]),
    ...(clientId === null ? [] : [`r.client_id = ${params.add(clientId)}`]),
    ...(since === null ? [] : [`r.at >= ${params.add(since)}::timestamptz`]),
    ...(until === null ? [] : [`r.at < ${params.add(until)}::timestamptz`]),
    ...(search === null ? [] : [someContains(SEARCHED, search, params)]),
  ]
}

const SEARCHED = [
  'r.request_id',
  'r.client_id',
  'r.endpoint',
  'r.path',
  `array_to_string(r.parameters, ' ')`,
]
