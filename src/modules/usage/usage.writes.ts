import type pg from 'pg'

/** Requests of a key, or under a grant, of one hour that ended in one way. Named as the columns are. */
export interface CountRow {
  readonly subject: string
  readonly hour: Date
  readonly endpoint: string
  readonly outcome: 'ok' | 'refused' | 'limited' | 'failed'
  requests: number
  last_at: Date
}

/** What was read under a grant in one hour. */
export interface ReadRow {
  readonly grant_id: string
  readonly hour: Date
  readonly endpoint: string
  /** Names in listing order, joined by commas. */
  readonly scopes: string
  requests: number
  assets: number
  last_at: Date
}

/** One request of a key that ended with an error. */
export interface ErrorRow {
  readonly key_id: string
  readonly at: Date
  readonly endpoint: string
  readonly status: number
  readonly code: string
  readonly request_id: string
}

/** The errors of each key that are kept. */
export const ERRORS_KEPT = 50

const USAGE_DAYS = 400
const ERROR_DAYS = 90
const DAY_MS = 86_400_000
const REMOVED_AT_ONCE = 10_000

// Rows are written in one order, so that two gateways do not wait for each other in a circle.
const ADD_COUNTS = `
  INSERT INTO usage_counts AS known (subject, hour, endpoint, outcome, requests, last_at)
  SELECT * FROM json_to_recordset($1)
      AS row (subject text, hour timestamptz, endpoint text, outcome outcome, requests int, last_at timestamptz)
   ORDER BY subject, hour, endpoint, outcome
  ON CONFLICT (subject, hour, endpoint, outcome) DO UPDATE
     SET requests = known.requests + excluded.requests,
         last_at = greatest(known.last_at, excluded.last_at)`

const ADD_READS = `
  INSERT INTO read_log AS known (grant_id, hour, endpoint, scopes, requests, assets, last_at)
  SELECT * FROM json_to_recordset($1)
      AS row (grant_id text, hour timestamptz, endpoint text, scopes text, requests int, assets bigint, last_at timestamptz)
   ORDER BY grant_id, hour, endpoint, scopes
  ON CONFLICT (grant_id, hour, endpoint, scopes) DO UPDATE
     SET requests = known.requests + excluded.requests,
         assets = known.assets + excluded.assets,
         last_at = greatest(known.last_at, excluded.last_at)`

const ADD_ERRORS = `
  INSERT INTO request_errors (key_id, at, endpoint, status, code, request_id)
  SELECT * FROM json_to_recordset($1)
      AS row (key_id text, at timestamptz, endpoint text, status int, code text, request_id text)`

const REMOVE_SURPLUS_ERRORS = `
  DELETE FROM request_errors error
   USING unnest($1::text[]) AS key (id),
         LATERAL (SELECT at, id FROM request_errors WHERE key_id = key.id
                   ORDER BY at DESC, id DESC OFFSET ${ERRORS_KEPT}) AS surplus
   WHERE error.key_id = key.id AND error.at = surplus.at AND error.id = surplus.id`

/** Adds to what is counted, whichever gateway has counted it. */
export async function addCounts(pool: pg.Pool, rows: readonly CountRow[]): Promise<void> {
  await pool.query(ADD_COUNTS, [JSON.stringify(rows)])
}

/** Adds to the read log. */
export async function addReads(pool: pg.Pool, rows: readonly ReadRow[]): Promise<void> {
  await pool.query(ADD_READS, [JSON.stringify(rows)])
}

/** Adds errors. */
export async function addErrors(pool: pg.Pool, rows: readonly ErrorRow[]): Promise<void> {
  await pool.query(ADD_ERRORS, [JSON.stringify(rows)])
}

/** Removes the errors of these keys past the newest that are kept. */
export async function removeSurplusErrors(pool: pg.Pool, keyIds: readonly string[]): Promise<void> {
  await pool.query(REMOVE_SURPLUS_ERRORS, [[...keyIds]])
}

/** Removes what is older than is kept; much of it in several calls. */
export async function removeOldUsage(pool: pg.Pool, now: Date): Promise<void> {
  await removeBefore(pool, 'usage_counts', 'hour', daysBefore(now, USAGE_DAYS))
  await removeBefore(pool, 'read_log', 'hour', daysBefore(now, USAGE_DAYS))
  await removeBefore(pool, 'request_errors', 'at', daysBefore(now, ERROR_DAYS))
}

async function removeBefore(pool: pg.Pool, table: string, column: string, end: Date) {
  const old = `SELECT ctid FROM ${table} WHERE ${column} < $1 LIMIT ${REMOVED_AT_ONCE}`
  await pool.query(`DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${old}))`, [end])
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}
