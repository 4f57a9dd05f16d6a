import type pg from 'pg'

/** Numbers of requests by outcome. */
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

/** The same for a grant, with the scopes that the key and the grant both had. */
export interface GrantUsage extends StatusCounts {
  readonly grantId: string
  readonly hour: number
  readonly endpoint: string
  readonly scopes: readonly string[]
  /** The number of requests that returned data, and the number of assets in their responses. */
  reads: number
  assets: number
  lastReadAt: Date | null
}

// Rows are written in one order, so that two gateways cannot deadlock.
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

/** Adds to the counters of keys, which all processes share. */
export async function addKeyUsage(pool: pg.Pool, rows: readonly KeyUsage[]): Promise<void> {
  const columns = rows.map(({ keyId, hour, lastAt, ...same }) => {
    return { ...same, key_id: keyId, hour: new Date(hour), last_at: lastAt }
  })
  await pool.query(ADD_KEY_USAGE, [JSON.stringify(columns)])
}

/** Adds to the counters of grants, which all processes share. */
export async function addGrantUsage(pool: pg.Pool, rows: readonly GrantUsage[]): Promise<void> {
  const columns = rows.map(({ grantId, hour, scopes, lastReadAt, ...same }) => {
    const key = { grant_id: grantId, hour: new Date(hour), scopes: scopes.join(',') }
    return { ...same, ...key, last_read_at: lastReadAt }
  })
  await pool.query(ADD_GRANT_USAGE, [JSON.stringify(columns)])
}
