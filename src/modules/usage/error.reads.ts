import type pg from 'pg'
import {
  isInstant,
  isNumber,
  isText,
  listOf,
  type RowOf,
  rowReader,
  tupleOf,
} from '../../access/rows.ts'
import { readRows } from '../../database/statement.ts'
import { groupBy } from '../../values/group-by.ts'
import { MAX_INT } from '../../values/numbers.ts'
import { dayBefore, eachDay } from './usage.reads.ts'

/** The maximum number of counts of a key. It allows for all codes of the closed list and for codes of other releases. */
export const MAX_COUNTS = 100

const counted = {
  id: isText,
  code: isText,
  endpoint: isText,
  status: isNumber,
  requests: isNumber,
  last_at: isInstant,
  request_id: isText,
}

/** The requests of a key at one endpoint that ended with one code. The request id is that of the newest. */
export interface ErrorCountRow extends RowOf<typeof counted> {
  /** The number of requests of each day, oldest first. */
  readonly daily: readonly number[]
}

const readCount = rowReader('error_counts', {
  ...counted,
  key_id: isText,
  days: listOf(tupleOf(isText, isNumber)),
})

/** The errors of each key on the last `days` UTC days by code and endpoint, by key id. The newest comes first. */
export async function readErrorCounts(
  pool: pg.Pool,
  keyIds: readonly string[],
  days: number,
  now: Date,
): Promise<Map<string, ErrorCountRow[]>> {
  const rows = await readRows(
    pool,
    `SELECT key.id AS key_id, c.* FROM unnest($1::text[]) AS key (id) CROSS JOIN LATERAL (
       SELECT concat_ws(':', key.id, $3::int, endpoint, code) AS id, endpoint, code, max(status) AS status, max(last_at) AS last_at,
              least(sum(requests), ${MAX_INT})::int AS requests,
              (array_agg(last_request_id ORDER BY last_at DESC))[1] AS request_id,
              json_agg(json_build_array(to_char(day AT TIME ZONE 'UTC', 'YYYY-MM-DD'), requests)) AS days
         FROM error_counts WHERE key_id = key.id AND day >= $2
        GROUP BY endpoint, code ORDER BY max(last_at) DESC, endpoint, code LIMIT ${MAX_COUNTS}) AS c
      ORDER BY key.id, c.last_at DESC, c.code, c.endpoint`,
    [[...new Set(keyIds)], dayBefore(now, days - 1), days],
    'error_counts',
  )
  return groupBy(
    rows.map(readCount),
    ({ key_id }) => key_id,
    ({ key_id: _, days: counts, ...same }) => {
      const byDay = new Map(counts)
      return { ...same, daily: eachDay(days, now, (day) => byDay.get(day) ?? 0) }
    },
  )
}
