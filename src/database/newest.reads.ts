import type pg from 'pg'
import { Params, readRows } from './statement.ts'

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

/** A table whose rows are listed by the value of one column, newest first. */
export interface TimeList {
  readonly table: string
  /** The column by which rows are listed, and the one that has their instant. */
  readonly parent: string
  readonly at: string
}

/**
 * The ids of the same range of rows for each of these values, in one statement. Prisma would read
 * every row of every parent and take the range in memory.
 */
export async function readNewestIds(
  pool: pg.Pool,
  { table, parent, at }: TimeList,
  parents: readonly string[],
  { limit, after }: TimeRange,
): Promise<string[]> {
  const params = new Params()
  const wanted = params.add(parents)
  const later = after
    ? ` AND (r.${at}, r.id) < (${params.add(after.at)}::timestamptz, ${params.add(after.id)})`
    : ''
  const rows = await readRows(
    pool,
    `SELECT newest.id FROM unnest(${wanted}::text[]) wanted (parent)
      CROSS JOIN LATERAL (SELECT r.id FROM ${table} r WHERE r.${parent} = wanted.parent${later}
             ORDER BY r.${at} DESC, r.id DESC LIMIT ${params.add(limit)}) newest`,
    params.values,
  )
  return rows.map(({ id }) => String(id))
}
