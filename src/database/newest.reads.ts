import type pg from 'pg'
import { Params } from './statement.ts'

/** A position in a list that is ordered by an instant and then the id, newest first. */
export interface TimePosition {
  readonly at: Date
  readonly id: string
}

/** A part of such a list: at most `limit` rows after the position, or from the start if it is null. */
export interface TimeRange {
  readonly limit: number
  readonly after: TimePosition | null
}

/** Which events a list has: those with one of the actions, and since an instant. Null: no such limit. */
export interface EventFilter {
  readonly actions: readonly string[] | null
  readonly since: Date | null
}

/** A table whose rows are listed by the value of one column, newest first. */
interface TimeList {
  readonly table: string
  /** The column whose value selects the rows. */
  readonly parent: string
  /** The column with the instant of a row. */
  readonly at: string
}

const ALL_EVENTS: EventFilter = { actions: null, since: null }

/**
 * The ids of the rows in this range, for each value in `parents`, in one statement. Prisma would read
 * every row of every parent and select the range in memory.
 */
export async function readNewestIds(
  pool: pg.Pool,
  { table, parent, at }: TimeList,
  parents: readonly string[],
  { limit, after }: TimeRange,
  { actions, since }: EventFilter = ALL_EVENTS,
): Promise<string[]> {
  if (parents.length === 0) return []
  const params = new Params()
  const most = params.add(limit)
  const conditions = [
    after &&
      ` AND (r.${at}, r.id) < (${params.add(after.at)}::timestamptz, ${params.add(after.id)})`,
    actions && ` AND r.action = ANY(${params.add(actions)}::text[])`,
    since && ` AND r.${at} >= ${params.add(since)}::timestamptz`,
  ].filter((condition) => condition !== null)
  const filter = conditions.join('')
  // One part for each value: Citus rejects LATERAL with a limit.
  const parts = parents.map(
    (value) => `(SELECT r.id FROM ${table} r WHERE r.${parent} = ${params.add(value)}${filter}
      ORDER BY r.${at} DESC, r.id DESC LIMIT ${most})`,
  )
  // Not a prepared statement: its text depends on the number of values.
  const { rows } = await pool.query<{ id: string }>(parts.join(' UNION ALL '), params.values)
  return rows.map(({ id }) => id)
}
