import type pg from 'pg'
import { Params } from './statement.ts'

/** A column of an order. It is never null. */
interface OrderColumn {
  readonly type: 'timestamptz' | 'text' | 'boolean'
  /** The SQL for the value in row `r`. */
  readonly sql: (params: Params, now: Date) => string
}

/** An order of rows. Rows with equal values are ordered by their id. */
export interface ListOrder {
  readonly columns: readonly OrderColumn[]
  readonly direction: 'ASC' | 'DESC'
}

/** The values of the columns of an order, and then the id. */
type ListPosition = readonly (Date | string | boolean)[]

/** The order of the rows of a table by one instant, newest first. */
export function newestFirst(column: string): ListOrder {
  return { columns: [{ type: 'timestamptz', sql: () => column }], direction: 'DESC' }
}

/** A part of a list: at most `limit` rows after the position, or from the start if it is null. */
export interface ListRange {
  readonly limit: number
  readonly after: ListPosition | null
}

/** The rows of a list, which the value of one column selects, and their order. */
export interface RowList {
  /** The SQL after FROM. The alias of the listed rows is `r`. */
  readonly from: string
  readonly parent: string
  readonly order: ListOrder
  readonly conditions: (params: Params, now: Date) => readonly string[]
  /**
   * The values of a column that the conditions allow, if few of many rows may have them: an index of the parent, the
   * column and the order finds the first rows of each value.
   */
  readonly among?: { readonly column: string; readonly values: readonly string[] } | undefined
  /** The rows of a parent are counted up to this number. Absent: all of them. */
  readonly countedTo?: number
}

interface ListedRow {
  readonly id: string
  readonly parent: string
  readonly position: ListPosition
}

/** The rows in this range, for each parent, in one statement, in order. */
export async function readOrdered(
  pool: pg.Pool,
  list: RowList,
  parents: readonly string[],
  { limit, after }: ListRange,
  now: Date,
): Promise<ListedRow[]> {
  if (parents.length === 0) return []
  const params = new Params()
  const sorted = [...list.order.columns.map(({ sql }) => sql(params, now)), 'r.id']
  const conditions = [
    ...list.conditions(params, now),
    ...comesAfter(sorted, list.order, after, params),
  ]
  const where = conditions.map((condition) => ` AND ${condition}`).join('')
  const selected = sorted.map((column, place) => `${column} AS c${place}`).join(', ')
  const orderBy = sorted.map((column) => `${column} ${list.order.direction}`).join(', ')
  const most = params.add(limit)
  const { among } = list
  const given = among && params.add(among.values)
  const ofValue = among ? ` AND ${among.column} = given.value` : ''
  // One part for each parent: Citus rejects LATERAL with a limit.
  const parts = parents.map((parent) => {
    const first = `SELECT r.id, ${list.parent} AS parent, ${selected} FROM ${list.from}
      WHERE ${list.parent} = ${params.add(parent)}${where}${ofValue} ORDER BY ${orderBy} LIMIT ${most}`
    if (!among) return `(${first})`
    const order = sorted.map((_, place) => `c${place} ${list.order.direction}`).join(', ')
    return `(SELECT r.* FROM unnest(${given}::text[]) AS given (value) CROSS JOIN LATERAL (${first}) AS r
      ORDER BY ${order} LIMIT ${most})`
  })
  // Not a prepared statement: its text depends on the number of parents.
  const { rows } = await pool.query<
    Record<string, ListPosition[number]> & Omit<ListedRow, 'position'>
  >(parts.join(' UNION ALL '), params.values)
  return rows.map((row) => ({
    id: row.id,
    parent: row.parent,
    position: sorted.flatMap((_, at) => row[`c${at}`] ?? []),
  }))
}

/** The number of listed rows by parent. */
export async function countListed(
  pool: pg.Pool,
  { from, parent, conditions, countedTo }: RowList,
  parents: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const params = new Params()
  const where = conditions(params, now).map((condition) => ` AND ${condition}`)
  const most = countedTo === undefined ? '' : ` LIMIT ${params.add(countedTo)}`
  const parts = parents.map((id) => {
    const given = params.add(id)
    return `SELECT ${given}::text AS parent, count(*)::int AS total FROM (
      SELECT 1 FROM ${from} WHERE ${parent} = ${given}${where.join('')}${most}) AS listed`
  })
  const { rows } = await pool.query<{ parent: string; total: number }>(
    parts.join(' UNION ALL '),
    params.values,
  )
  return new Map(rows.map((row) => [row.parent, row.total]))
}

function comesAfter(
  sorted: readonly string[],
  { columns, direction }: ListOrder,
  after: ListPosition | null,
  params: Params,
): string[] {
  if (!after) return []
  const types = [...columns.map(({ type }) => type), 'text']
  const values = types.map((type, at) => `${params.add(after[at])}::${type}`)
  return [`(${sorted.join(', ')}) ${direction === 'ASC' ? '>' : '<'} (${values.join(', ')})`]
}
