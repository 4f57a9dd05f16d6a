import type pg from 'pg'
import { isInstant, isNumber, isText, type RowOf, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'
import type { Environment } from '../../generated/prisma/client.ts'
import { dayBefore } from './usage.reads.ts'

const busiest = { key_id: isText, requests: isNumber, at: isInstant }

/** The minute in which a key used most of its rate limit. */
export type BusiestRow = RowOf<typeof busiest>

const readBusiest = rowReader('key_usage', busiest)

/** The busiest minute of each key of the firms, in the last `days` UTC days up to the day of `now`. */
export async function readBusiestMinutes(
  pool: pg.Pool,
  firmIds: readonly string[],
  environment: Environment,
  days: number,
  now: Date,
): Promise<BusiestRow[]> {
  const rows = await readRows(
    pool,
    `SELECT k.id AS key_id, busiest.* FROM api_keys k CROSS JOIN LATERAL (
       SELECT most_used AS requests, most_used_at AS at FROM key_usage
        WHERE key_id = k.id COLLATE "default" AND hour >= $2 AND most_used > 0
        ORDER BY most_used DESC, most_used_at DESC LIMIT 1) AS busiest
      WHERE k.firm_id = ANY ($1::text[]) AND k.environment::text = $3`,
    [firmIds, dayBefore(now, days - 1), environment],
    'busiest minutes',
  )
  return rows.map(readBusiest)
}
