import type pg from 'pg'

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

/** Adds to the counts of errors, which all processes share. */
export async function addErrorCounts(pool: pg.Pool, counts: readonly ErrorCount[]): Promise<void> {
  const columns = counts.map(({ keyId, day, lastAt, lastRequestId, ...same }) => {
    const last = { last_at: lastAt, last_request_id: lastRequestId }
    return { ...same, ...last, key_id: keyId, day: new Date(day) }
  })
  await pool.query(ADD_COUNTS, [JSON.stringify(columns)])
}
