import type pg from 'pg'

/** One request of a key that ended with an error. */
export interface ErrorRow {
  readonly key_id: string
  readonly at: Date
  readonly endpoint: string
  readonly status: number
  readonly code: string
  readonly request_id: string
}

/** The requests of a key on one day that ended at one endpoint with one code. */
export interface ErrorCount {
  readonly keyId: string
  /** The first millisecond of the day. */
  readonly day: number
  readonly endpoint: string
  readonly code: string
  readonly status: number
  requests: number
  lastAt: Date
  lastRequestId: string
}

/** The maximum number of stored errors of a key with one code at one endpoint. */
export const MAX_OF_CODE = 50
/** The maximum number of stored errors of a key in total. */
export const MAX_OF_KEY = 1_000

// Rows are written in one order, so that two gateways cannot deadlock.
const ADD_COUNTS = `
  INSERT INTO error_counts AS known (key_id, day, endpoint, code, status, requests, last_at, last_request_id)
  SELECT * FROM json_to_recordset($1)
      AS row (key_id text, day timestamptz, endpoint text, code text, status int, requests int,
              last_at timestamptz, last_request_id text)
   ORDER BY key_id, day, endpoint, code
  ON CONFLICT (key_id, day, endpoint, code) DO UPDATE
     SET requests = known.requests + excluded.requests,
         last_at = greatest(known.last_at, excluded.last_at),
         last_request_id = CASE WHEN excluded.last_at >= known.last_at THEN excluded.last_request_id
                                ELSE known.last_request_id END`

const ADD_ERRORS = `
  INSERT INTO request_errors (key_id, at, endpoint, status, code, request_id)
  SELECT * FROM json_to_recordset($1)
      AS row (key_id text, at timestamptz, endpoint text, status int, code text, request_id text)`

// Errors are ranked by `place` first, so that a key keeps the newest error of each code and endpoint longest. Rows are
// selected by `ctid`, so that all processes lock them in the order of the table.
const REMOVE_SURPLUS = `
  DELETE FROM request_errors
   WHERE key_id = ANY ($1::text[]) AND ctid = ANY (ARRAY(
     WITH placed AS (
       SELECT ctid AS row, key_id, at, id,
              row_number() OVER (PARTITION BY key_id, code, endpoint ORDER BY at DESC, id DESC) AS place
         FROM request_errors WHERE key_id = ANY ($1::text[])),
     ranked AS (
       SELECT row, place, row_number() OVER (PARTITION BY key_id ORDER BY place, at DESC, id DESC) AS rank FROM placed)
     SELECT row FROM ranked WHERE place > ${MAX_OF_CODE} OR rank > ${MAX_OF_KEY}))`

/** Adds to the counts of errors, which all processes share. */
export async function addErrorCounts(pool: pg.Pool, counts: readonly ErrorCount[]): Promise<void> {
  const columns = counts.map(({ keyId, day, lastAt, lastRequestId, ...same }) => {
    const last = { last_at: lastAt, last_request_id: lastRequestId }
    return { ...same, ...last, key_id: keyId, day: new Date(day) }
  })
  await pool.query(ADD_COUNTS, [JSON.stringify(columns)])
}

export async function addErrors(pool: pg.Pool, rows: readonly ErrorRow[]): Promise<void> {
  await pool.query(ADD_ERRORS, [JSON.stringify(rows)])
}

/** Removes the oldest errors of these keys above the maximum numbers. */
export async function removeSurplusErrors(pool: pg.Pool, keyIds: readonly string[]): Promise<void> {
  await pool.query(REMOVE_SURPLUS, [[...keyIds]])
}
