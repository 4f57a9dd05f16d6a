import type pg from 'pg'
import { Params } from './statement.ts'

/** A position in a list that is ordered by an instant and then the id, newest first. */
export interface TimePosition {
  readonly at: Date
  readonly id: string
}

/** A part of such a list: at most `limit` rows, those after the position. */
export interface TimeRange {
  readonly limit: number
  readonly after: TimePosition | null
}

/** The events to keep of a list: those with one of the actions, and those since an instant; null: all. */
export interface EventFilter {
  readonly actions: readonly string[] | null
  readonly since: Date | null
}

/** A table whose rows are listed by the value of one column, newest first. */
export interface TimeList {
  readonly table: string
  /** The column by which rows are listed, and the one that has their instant. */
  readonly parent: string
  readonly at: string
}

const ALL_EVENTS: EventFilter = { actions: null, since: null }

/**
 * The ids of the same range of rows for each of these values, in one statement. Prisma would read
 * every row of every parent and take the range in memory.
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
  const wanted = conditions.join('')
  // One part for each value: Citus rejects LATERAL with a limit.
  const parts = parents.map(
    (value) => `(SELECT r.id FROM ${table} r WHERE r.${parent} = ${params.add(value)}${wanted}
      ORDER BY r.${at} DESC, r.id DESC LIMIT ${most})`,
  )
  // Without a name: the text differs with the number of values.
  const { rows } = await pool.query<{ id: string }>(parts.join(' UNION ALL '), params.values)
  return rows.map(({ id }) => id)
}
