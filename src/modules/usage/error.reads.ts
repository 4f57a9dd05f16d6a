import type pg from 'pg'
import { isInstant, isNumber, isText, type RowOf, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'
import { groupBy } from '../../values/group-by.ts'
import { STORED_REQUESTS } from './stored-requests.ts'

/** The maximum number of codes of a key. It allows for all codes of the closed list and for codes of other releases. */
export const MAX_CODES = 100

const error = {
  at: isInstant,
  endpoint: isText,
  status: isNumber,
  code: isText,
  request_id: isText,
}
const count = {
  code: isText,
  status: isNumber,
  requests: isNumber,
  last_at: isInstant,
  endpoint: isText,
  request_id: isText,
}

/** A request of a key that ended with an error. */
export type RequestErrorRow = RowOf<typeof error>

/** The number of requests of a key that ended with one code, with the endpoint and the request id of the newest. */
export type ErrorCountRow = RowOf<typeof count>

const readError = rowReader('request log', { ...error, key_id: isText })
const readCount = rowReader('error_counts', { ...count, key_id: isText })

// The largest integer of GraphQL.
const MAX_INT = 2 ** 31 - 1
const DAY_MS = 86_400_000

/** The selection of errors to read. */
interface ErrorChoice {
  readonly limit: number
  /** Only errors with this code; null: all. */
  readonly code: string | null
}

/** The newest errors of each key, newest first, by key id. A key without errors may be absent. */
export async function readRecentErrors(
  pool: pg.Pool,
  keyIds: readonly string[],
  { limit, code }: ErrorChoice,
): Promise<Map<string, RequestErrorRow[]>> {
  const rows = await readRows(
    pool,
    `SELECT error.key_id, error.at, error.endpoint, error.status, error.code, error.request_id
       FROM unnest($1::text[]) AS key (id) CROSS JOIN LATERAL (
         SELECT r.* FROM ${STORED_REQUESTS}
          WHERE r.key_id = key.id AND r.code IS NOT NULL AND ($3::text IS NULL OR r.code = $3)
          ORDER BY r.at DESC, r.id DESC LIMIT $2) AS error
      ORDER BY error.key_id, error.at DESC, error.id DESC`,
    [[...new Set(keyIds)], limit, code],
    'request log',
  )
  return groupBy(
    rows.map(readError),
    ({ key_id }) => key_id,
    ({ key_id: _, ...error }) => error,
  )
}

/**
 * The number of errors of each key by code, by key id. Covers the last `days` UTC days up to the day of `now`. The code
 * of the newest error is first.
 */
export async function readErrorCounts(
  pool: pg.Pool,
  keyIds: readonly string[],
  days: number,
  now: Date,
): Promise<Map<string, ErrorCountRow[]>> {
  const first = new Date((Math.floor(now.getTime() / DAY_MS) - days + 1) * DAY_MS)
  const rows = await readRows(
    pool,
    `SELECT key.id AS key_id, c.* FROM unnest($1::text[]) AS key (id) CROSS JOIN LATERAL (
       SELECT code, max(status) AS status, least(sum(requests), ${MAX_INT})::int AS requests, max(last_at) AS last_at,
              (array_agg(endpoint ORDER BY last_at DESC, endpoint))[1] AS endpoint,
              (array_agg(last_request_id ORDER BY last_at DESC, endpoint))[1] AS request_id
         FROM error_counts WHERE key_id = key.id AND day >= $2
        GROUP BY code ORDER BY max(last_at) DESC, code LIMIT ${MAX_CODES}) AS c
      ORDER BY key.id, c.last_at DESC, c.code`,
    [[...new Set(keyIds)], first],
    'error_counts',
  )
  return groupBy(
    rows.map(readCount),
    ({ key_id }) => key_id,
    ({ key_id: _, ...count }) => count,
  )
}
