import type pg from 'pg'
import { OUTCOMES } from './stored-requests.ts'

/** The requests of a key, or those of them that read under a grant, in one hour at one endpoint that ended alike. */
export interface Tally {
  /** Of the key or the grant. */
  readonly id: string
  /** The scopes that the key and the grant both had, joined by commas. Null: the tally is of a key. */
  readonly scopes: string | null
  readonly hour: Date
  readonly endpoint: string
  readonly status: number
  readonly code: string | null
  /** Whether they returned data. */
  readonly is_read: boolean
  requests: number
  assets: number
  last_at: Date
  last_request_id: string
  /** The highest count of the rate limit that one of them met, and when. */
  most_used: number
  most_used_at: Date
}

const OF_KEY = 'key_id, hour, endpoint'
const OF_GRANT = 'grant_id, hour, endpoint, scopes'
const OF_ERROR = 'key_id, day, endpoint, code'
const ENDED = Object.keys(OUTCOMES).join(', ')
const DAY = `date_trunc('day', hour, 'UTC')`
const COUNTS = Object.values(OUTCOMES).map(counted).join(', ')

// The tables and their rows are written in one order, so that two gateways cannot deadlock.
const ADD_USAGE = `
  WITH tally AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1)
        AS row (id text, scopes text, hour timestamptz, endpoint text, status int, code text, is_read boolean,
                requests int, assets bigint, last_at timestamptz, last_request_id text,
                most_used int, most_used_at timestamptz)),
  of_keys AS (
    INSERT INTO key_usage AS known (${OF_KEY}, ${ENDED}, last_at, most_used, most_used_at)
    SELECT id, ${DAY} AS day, endpoint, ${COUNTS}, max(last_at), max(most_used),
           (array_agg(most_used_at ORDER BY most_used DESC))[1]
      FROM tally WHERE scopes IS NULL
     GROUP BY id, day, endpoint ORDER BY id, day, endpoint
    ON CONFLICT (${OF_KEY}) DO UPDATE
       SET ${added(ENDED)}, last_at = greatest(known.last_at, excluded.last_at),
           most_used = greatest(known.most_used, excluded.most_used),
           most_used_at = CASE WHEN excluded.most_used > known.most_used THEN excluded.most_used_at
                               ELSE known.most_used_at END),
  of_grants AS (
    INSERT INTO grant_usage AS known (${OF_GRANT}, ${ENDED}, reads, assets, last_read_at)
    SELECT id, hour, endpoint, scopes, ${COUNTS}, ${counted('is_read')}, sum(assets),
           max(last_at) FILTER (WHERE is_read)
      FROM tally WHERE scopes IS NOT NULL
     GROUP BY id, hour, endpoint, scopes ORDER BY id, hour, endpoint, scopes
    ON CONFLICT (${OF_GRANT}) DO UPDATE
       SET ${added(`${ENDED}, reads, assets`)},
           last_read_at = greatest(known.last_read_at, excluded.last_read_at))
  INSERT INTO error_counts AS known (${OF_ERROR}, status, requests, last_at, last_request_id)
  SELECT id, ${DAY} AS day, endpoint, code, max(status), sum(requests), max(last_at),
         (array_agg(last_request_id ORDER BY last_at DESC))[1]
    FROM tally WHERE scopes IS NULL AND code IS NOT NULL
   GROUP BY id, day, endpoint, code ORDER BY id, day, endpoint, code
  ON CONFLICT (${OF_ERROR}) DO UPDATE
     SET ${added('requests')},
         last_at = greatest(known.last_at, excluded.last_at),
         last_request_id = CASE WHEN excluded.last_at >= known.last_at THEN excluded.last_request_id
                                ELSE known.last_request_id END`

function counted(condition: string): string {
  return `coalesce(sum(requests) FILTER (WHERE ${condition}), 0)`
}

function added(columns: string): string {
  return columns.replaceAll(/\w+/g, '$& = known.$& + excluded.$&')
}

/** Adds to the counts of keys, grants and errors, which all processes share: to all of them or to none. */
export async function addUsage(pool: pg.Pool, tallies: readonly Tally[]): Promise<void> {
  await pool.query(ADD_USAGE, [JSON.stringify(tallies)])
}
