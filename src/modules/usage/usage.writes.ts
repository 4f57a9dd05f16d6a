import type pg from 'pg'
import type { Scope } from '../../access/scopes.ts'

/** How requests ended. */
export interface StatusCounts {
  ok: number
  refused: number
  limited: number
  failed: number
}

/** The requests of an API key in one hour at one endpoint. */
export interface KeyUsage extends StatusCounts {
  readonly keyId: string
  /** The first millisecond of the hour. */
  readonly hour: number
  readonly endpoint: string
  lastAt: Date
}

/** The same under a grant, while key and grant had these scopes in common. */
export interface GrantUsage extends StatusCounts {
  readonly grantId: string
  readonly hour: number
  readonly endpoint: string
  readonly scopes: readonly Scope[]
  /** Requests that were given data, and how many assets they were given. */
  reads: number
  assets: number
  lastReadAt: Date | null
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

/** How many errors of each key are stored. */
export const MAX_ERRORS = 50

// Rows are written in one order, so that two gateways do not wait for each other in a circle.
const ADD_KEY_USAGE = `
  INSERT INTO key_usage AS known (key_id, hour, endpoint, ok, refused, limited, failed, last_at)
  SELECT * FROM json_to_recordset($1)
      AS row (key_id text, hour timestamptz, endpoint text, ok int, refused int, limited int, failed int,
              last_at timestamptz)
   ORDER BY key_id, hour, endpoint
  ON CONFLICT (key_id, hour, endpoint) DO UPDATE
     SET ${added('ok', 'refused', 'limited', 'failed')},
         last_at = greatest(known.last_at, excluded.last_at)`

const ADD_GRANT_USAGE = `
  INSERT INTO grant_usage AS known
         (grant_id, hour, endpoint, scopes, ok, refused, limited, failed, reads, assets, last_read_at)
  SELECT * FROM json_to_recordset($1)
      AS row (grant_id text, hour timestamptz, endpoint text, scopes text, ok int, refused int, limited int, failed int,
              reads int, assets bigint, last_read_at timestamptz)
   ORDER BY grant_id, hour, endpoint, scopes
  ON CONFLICT (grant_id, hour, endpoint, scopes) DO UPDATE
     SET ${added('ok', 'refused', 'limited', 'failed', 'reads', 'assets')},
         last_read_at = greatest(known.last_read_at, excluded.last_read_at)`

function added(...columns: string[]): string {
  return columns.map((column) => `${column} = known.${column} + excluded.${column}`).join(', ')
}

const ADD_ERRORS = `
  INSERT INTO request_errors (key_id, at, endpoint, status, code, request_id)
  SELECT * FROM json_to_recordset($1)
      AS row (key_id text, at timestamptz, endpoint text, status int, code text, request_id text)`

const REMOVE_SURPLUS_ERRORS = `
  DELETE FROM request_errors error
   USING unnest($1::text[]) AS key (id),
         LATERAL (SELECT at, id FROM request_errors WHERE key_id = key.id
                   ORDER BY at DESC, id DESC OFFSET ${MAX_ERRORS}) AS surplus
   WHERE error.key_id = key.id AND error.at = surplus.at AND error.id = surplus.id`

/** Adds to the counters of keys, which all instances share. */
export async function addKeyUsage(pool: pg.Pool, rows: readonly KeyUsage[]): Promise<void> {
  const columns = rows.map(({ keyId, hour, lastAt, ...same }) => {
    return { ...same, key_id: keyId, hour: new Date(hour), last_at: lastAt }
  })
  await pool.query(ADD_KEY_USAGE, [JSON.stringify(columns)])
}

/** Adds to the counters of grants, likewise. */
export async function addGrantUsage(pool: pg.Pool, rows: readonly GrantUsage[]): Promise<void> {
  const columns = rows.map(({ grantId, hour, scopes, lastReadAt, ...same }) => {
    const key = { grant_id: grantId, hour: new Date(hour), scopes: scopes.join(',') }
    return { ...same, ...key, last_read_at: lastReadAt }
  })
  await pool.query(ADD_GRANT_USAGE, [JSON.stringify(columns)])
}

/** Adds errors. */
export async function addErrors(pool: pg.Pool, rows: readonly ErrorRow[]): Promise<void> {
  await pool.query(ADD_ERRORS, [JSON.stringify(rows)])
}

/** Removes the oldest errors of these keys, past the number that is stored. */
export async function removeSurplusErrors(pool: pg.Pool, keyIds: readonly string[]): Promise<void> {
  await pool.query(REMOVE_SURPLUS_ERRORS, [[...keyIds]])
}
