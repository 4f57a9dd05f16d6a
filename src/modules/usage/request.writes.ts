import type pg from 'pg'
import type { RequestRow } from './request.rows.ts'

/** The maximum number of stored requests of a key. Until surplus ones are removed there can be a few more. */
export const MAX_OF_KEY = 1_000

const ADD_REQUESTS = `
  INSERT INTO key_requests (id, key_id, at, request_id, method, endpoint, path, parameters, client_id, status, code,
                            message, milliseconds, bytes, cost, address)
  SELECT * FROM json_to_recordset($1)
      AS row (id text, key_id text, at timestamptz, request_id text, method text, endpoint text, path text,
              parameters text[], client_id text, status int, code text, message text, milliseconds int, bytes int,
              cost int, address text)`

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

export async function addRequests(pool: pg.Pool, rows: readonly RequestRow[]): Promise<void> {
  await pool.query(ADD_REQUESTS, [JSON.stringify(rows)])
}

/** Removes the requests of these keys above the maximum number. */
export async function removeSurplusRequests(
  pool: pg.Pool,
  keyIds: readonly string[],
): Promise<void> {
  await pool.query(REMOVE_SURPLUS, [[...keyIds]])
}
