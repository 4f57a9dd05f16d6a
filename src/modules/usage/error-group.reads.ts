import type pg from 'pg'
import {
  isInstant,
  isNumber,
  isText,
  listOf,
  type RowOf,
  rowReader,
  tupleOf,
} from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'
import { groupBy } from '../../values/group-by.ts'

/** The maximum number of groups of a key. */
export const MAX_GROUPS = 100

const DAY_MS = 86_400_000
// The largest integer of GraphQL.
const MAX_INT = 2 ** 31 - 1

const group = {
  code: isText,
  endpoint: isText,
  status: isNumber,
  last_at: isInstant,
  request_id: isText,
  days: listOf(tupleOf(isNumber, isNumber)),
}

/** The requests of a key at one endpoint that ended with one code. */
export interface ErrorGroupRow extends Omit<RowOf<typeof group>, 'days'> {
  /** The number of requests of each day, oldest first. */
  readonly daily: readonly number[]
}

const readGroup = rowReader('error_counts', { ...group, key_id: isText })

/**
 * The errors of each key by code and endpoint, by key id. Covers the last `days` UTC days up to the day of `now`. The
 * group of the newest error is first.
 */
export async function readErrorGroups(
  pool: pg.Pool,
  keyIds: readonly string[],
  days: number,
  now: Date,
): Promise<Map<string, ErrorGroupRow[]>> {
  const first = Math.floor(now.getTime() / DAY_MS) - days + 1
  const rows = await readRows(
    pool,
    `SELECT key.id AS key_id, g.* FROM unnest($1::text[]) AS key (id) CROSS JOIN LATERAL (
       SELECT code, endpoint, max(status) AS status, max(last_at) AS last_at,
              (array_agg(last_request_id ORDER BY last_at DESC))[1] AS request_id,
              json_agg(json_build_array((extract(epoch FROM day) / 86400)::int, requests)) AS days
         FROM error_counts WHERE key_id = key.id AND day >= $2
        GROUP BY code, endpoint ORDER BY max(last_at) DESC, code, endpoint LIMIT ${MAX_GROUPS}) AS g
      ORDER BY key.id, g.last_at DESC, g.code, g.endpoint`,
    [[...new Set(keyIds)], new Date(first * DAY_MS)],
    'error_counts',
  )
  return groupBy(
    rows.map(readGroup),
    ({ key_id }) => key_id,
    ({ key_id: _, days: counted, ...same }) => ({ ...same, daily: byDay(counted, first, days) }),
  )
}

function byDay(counted: readonly (readonly [number, number])[], first: number, days: number) {
  const requests = new Map(counted)
  return Array.from({ length: days }, (_, n) => Math.min(requests.get(first + n) ?? 0, MAX_INT))
}
