import type pg from 'pg'
import { createId } from '../../values/ids.ts'
import { type Asked, showAsked } from './asked.ts'
import { showMessage } from './shown-message.ts'
import { COLUMNS, MAX_OF_KEY, type StoredRequest } from './stored-requests.ts'

/** A request that waits to be written. It has what arrived: most requests of a burst are never written. */
export interface PendingRequest
  extends Omit<StoredRequest, 'id' | 'method' | 'path' | 'parameters'> {
  readonly asked: Asked
}

/** The row of a request: what was asked is decoded, and cleaned of secrets. */
export function describeRequest({ asked, ...same }: PendingRequest): StoredRequest {
  const shown = showAsked(asked)
  return {
    ...same,
    ...shown,
    id: createId('logged'),
    method: asked.method,
    client_id: shown.client_id ?? same.client_id,
    message: same.message && showMessage(same.message),
  }
}

const ADD_REQUESTS = `
  INSERT INTO key_requests (${COLUMNS})
  SELECT ${COLUMNS} FROM json_populate_recordset(NULL::key_requests, $1)`

// Requests are ranked by their place among those that ended alike, so that a key keeps the newest of each kind, and as
// many of a frequent kind as there is room for. Rows are selected by `ctid`, so that all processes lock them in the
// order of the table.
const REMOVE_SURPLUS = `
  DELETE FROM key_requests
   WHERE key_id = ANY ($1::text[]) AND ctid = ANY (ARRAY(
     WITH placed AS (
       SELECT ctid AS row, key_id, at, id,
              row_number() OVER (PARTITION BY key_id, endpoint, coalesce(code, status::text)
                                 ORDER BY at DESC, id DESC) AS place
         FROM key_requests WHERE key_id = ANY ($1::text[])),
     ranked AS (
       SELECT row, row_number() OVER (PARTITION BY key_id ORDER BY place, at DESC, id DESC) AS rank FROM placed)
     SELECT row FROM ranked WHERE rank > ${MAX_OF_KEY}))`

export async function addRequests(pool: pg.Pool, rows: readonly StoredRequest[]): Promise<void> {
  await pool.query(ADD_REQUESTS, [JSON.stringify(rows)])
}

/** Removes the requests of these keys above the maximum number. */
export async function removeSurplusRequests(
  pool: pg.Pool,
  keyIds: readonly string[],
): Promise<void> {
  await pool.query(REMOVE_SURPLUS, [[...keyIds]])
}
