import type pg from 'pg'
import {
  isInstant,
  isNumber,
  isText,
  orNull,
  type RowOf,
  rowReader,
} from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'
import { GatewayError } from '../../errors.ts'
import { MAX_OF_CODE, MAX_OF_KEY } from './error.writes.ts'

/**
 * The maximum number of listed requests with one id. There can be several, because a caller may choose the id and use
 * it again.
 */
export const MAX_FOUND = 20

const found = {
  request_id: isText,
  at: isInstant,
  endpoint: isText,
  status: isNumber,
  code: isText,
  key_id: isText,
  key_name: orNull(isText),
  firm_name: orNull(isText),
}

/** A request that ended with an error, with its key and firm. */
export type FoundRequest = RowOf<typeof found>

/** The requests with one id: the newest of them, and their number. */
export interface FoundRequests {
  readonly total: number
  readonly requests: readonly FoundRequest[]
}

const readFound = rowReader('request_errors', { ...found, total: isNumber })

/** Finds requests that ended with an error by their id, newest first. Throws `record_not_found`. */
export async function findRequests(pool: pg.Pool, requestId: string): Promise<FoundRequests> {
  const rows = await readRows(
    pool,
    `SELECT e.request_id, e.at, e.endpoint, e.status, e.code, e.key_id, k.name AS key_name, f.name AS firm_name, e.total
       FROM (SELECT *, count(*) OVER ()::int AS total FROM request_errors WHERE request_id = $1
              ORDER BY at DESC, id DESC LIMIT ${MAX_FOUND}) AS e
       LEFT JOIN api_keys k ON k.id = e.key_id LEFT JOIN firms f ON f.id = k.firm_id
      ORDER BY e.at DESC, e.id DESC`,
    [requestId],
    'request',
  )
  const all = rows.map(readFound)
  const [first] = all
  if (!first) throw notFound(requestId)
  return { total: first.total, requests: all.map(({ total: _, ...request }) => request) }
}

function notFound(requestId: string): GatewayError {
  return new GatewayError(
    'record_not_found',
    `No stored error has the request id ${requestId}. Stored are errors of API keys: for 90 days the newest ${MAX_OF_CODE} of each code and endpoint of a key, at most ${MAX_OF_KEY}. Every other request is in the log alone: search it for "request_id":"${requestId}".`,
  )
}
