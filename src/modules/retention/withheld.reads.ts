import type pg from 'pg'
import { DAY_MS } from '../../values/durations.ts'
import type { Retention } from './retention.ts'

// A daily purge removes a 400th of a table with 400 days. More than a quarter means that the clock is wrong, or that no
// gateway ran for months. An operator must decide which.
const MAX_SHARE = 0.25
// In a small table, the rows of one day may be most of the rows.
const ALWAYS_REMOVED = 100
// A count of a larger table would read all of it each day. The estimate of its size is good enough.
const COUNTED = 100_000

export interface Withheld {
  readonly table: string
  /** The limit that the purge would pass. */
  readonly most: number
  readonly total: number
}

/** Rows from before this instant are past their retention. */
export function endOf({ days }: Pick<Retention, 'days'>, now: Date): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

/**
 * The excess if a purge would remove too much of a table; null if not. `past` is the SQL for the rows from before
 * `end`, which is `$1`. `kept`: the number of rows of the table that this purge does not concern.
 */
export async function findExcess(
  pool: pg.Pool,
  table: string,
  past: string,
  end: Date,
  kept = 0,
): Promise<Withheld | null> {
  const total = Math.max(0, (await countRows(pool, table)) - kept)
  const most = Math.max(ALWAYS_REMOVED, Math.floor(total * MAX_SHARE))
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::float8 AS count FROM (SELECT 1 ${past} LIMIT $2) p`,
    [end, most + 1],
  )
  return (rows[0]?.count ?? 0) > most ? { table, most, total } : null
}

async function countRows(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    `SELECT CASE WHEN reltuples < ${COUNTED} THEN (SELECT count(*) FROM ${table})::float8 ELSE reltuples::float8 END AS total
       FROM pg_class WHERE oid = '${table}'::regclass`,
  )
  return rows[0]?.total ?? 0
}
