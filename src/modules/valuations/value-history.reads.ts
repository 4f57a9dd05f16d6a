import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import type { ValuePoint } from '../../access/portfolio-cache.ts'
import { isNumber, isText, orNull, rowReader } from '../../access/rows.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'
import { invalidParameter } from '../../errors.ts'
import { type Category, isCategory } from '../../values/categories.ts'
import { groupBy } from '../../values/group-by.ts'
import { addDecimals } from '../../values/numbers.ts'
import { total } from '../portfolio/summary.reads.ts'

export type Interval = 'month' | 'quarter' | 'year'

/** The most points of one history: 20 years of months. */
export const MAX_POINTS = 240
const DEFAULT_POINTS = 12
const MONTHS: Record<Interval, number> = { month: 1, quarter: 3, year: 12 }

export interface HistoryArgs {
  readonly interval: Interval
  readonly from?: Date | null | undefined
  readonly to?: Date | null | undefined
}

/**
 * The ends of the intervals in UTC after `from`, up to `to` and to now, in order. An end is the first instant of the
 * next interval. Throws `invalid_parameter` for a range that ends before it begins, or has too many ends.
 */
export function intervalEnds({ interval, from, to }: HistoryArgs, now: Date): Date[] {
  const last = intervalOf(to && to < now ? to : now, interval)
  if (from && from >= (to ?? now))
    throw invalidParameter('from takes an instant before to, or before now.')
  // The first interval of the year 1 is the earliest that an instant can be in.
  const earliest = 12 / MONTHS[interval]
  const begin = from ? intervalOf(from, interval) : Math.max(last - DEFAULT_POINTS, earliest)
  const count = Math.max(0, last - begin)
  if (count > MAX_POINTS)
    throw invalidParameter(
      `from and to take a range of at most ${MAX_POINTS} intervals. Ask for a shorter range or a longer interval.`,
    )
  return Array.from({ length: count }, (_, i) => beginOf(begin + 1 + i, interval))
}

// Intervals are counted from the year 0.
function intervalOf(instant: Date, interval: Interval): number {
  const months = instant.getUTCFullYear() * 12 + instant.getUTCMonth()
  return Math.floor(months / MONTHS[interval])
}

// `Date.UTC` takes the years 0 to 99 for those of the 20th century.
function beginOf(at: number, interval: Interval): Date {
  const months = at * MONTHS[interval]
  const begin = new Date(0)
  begin.setUTCFullYear(Math.floor(months / 12), months % 12, 1)
  return begin
}

const readChange = rowReader('valuations', {
  span: isNumber,
  category: orNull(isCategory),
  value: isText,
  valued: isNumber,
})

/** The value of the visible assets just before each of these instants, in order, by the latest entry of each asset. */
export async function readValueHistory(
  pool: pg.Pool,
  visibility: Visibility,
  ends: readonly Date[],
): Promise<ValuePoint[]> {
  const points = await readHistory(pool, visibility, ends, { byCategory: false })
  const byEnd = groupBy(points, ({ at }) => at.getTime())
  return ends.map((at) => sumOf(at, byEnd.get(at.getTime()) ?? []))
}

/** The sum of the points of all categories at an instant. */
export function sumOf(at: Date, points: readonly ValuePoint[]): ValuePoint {
  return {
    at,
    category: null,
    value: addDecimals(points.map(({ value }) => value)),
    valued: total(points.map(({ valued }) => valued)),
  }
}

/** The same by category: a point of each that has a value then. Without `byCategory` and filter, one point for all. */
export async function readHistory(
  pool: pg.Pool,
  visibility: Visibility,
  ends: readonly Date[],
  { byCategory } = { byCategory: true },
): Promise<ValuePoint[]> {
  const last = ends.at(-1)
  if (!last) return []
  const params = new Params()
  const entries = entriesOf(visibility, byCategory, params)
  const changes = changesSql(entries, ends, last, params)
  const rows = (await readRows(pool, changes, params.values, 'value_history'))
    .map(readChange)
    .sort((one, other) => one.span - other.span)
  const known = new Map<Category | null, ValuePoint>()
  let next = 0
  return ends.flatMap((at, span) => {
    for (let row = rows[next]; row && row.span <= span; row = rows[++next]) {
      const { category } = row
      const before = known.get(category)
      const point = { ...row, at }
      known.set(category, { ...sumOf(at, before ? [before, point] : [point]), category })
    }
    return [...known.values()].map((point) => ({ ...point, at }))
  })
}

function entriesOf(visibility: Visibility, byCategory: boolean, params: Params) {
  const client = params.add(visibility.clientId)
  const where = `v.client_id = ${client}`
  // Only without a filter is each entry of a visible asset, so that the assets need not be read.
  if (!byCategory && visibility.filter.type === 'all')
    return { from: 'valuations v', where, category: 'NULL::category' }
  return {
    from: `valuations v JOIN assets a ON a.client_id = ${client} AND a.registry_id = v.registry_id`,
    where: `${visibleAsset(visibility, 'a', params)} AND ${where}`,
    category: 'a.category',
  }
}

// An entry changes the value of its asset from that of the entry before. The sum of the changes before an instant is
// the sum of the latest entries before it, so the history is read once for any number of points. Span 0 is before the
// first instant, span 1 between the first and the second, and so on. An order here would sort all entries.
function changesSql(
  { from, where, category }: ReturnType<typeof entriesOf>,
  ends: readonly Date[],
  last: Date,
  params: Params,
): string {
  const instants = params.add(ends.map((end) => end.toISOString()))
  return `SELECT span, category::text AS category, sum(change)::text AS value, sum(is_first)::int AS valued
       FROM (SELECT ${category} AS category, width_bucket(v.valued_at, ${instants}::timestamptz[]) AS span,
                    v.value - coalesce(lag(v.value) OVER history, 0) AS change,
                    CASE WHEN lag(v.value) OVER history IS NULL THEN 1 ELSE 0 END AS is_first
               FROM ${from}
              WHERE ${where} AND v.valued_at < ${params.add(last)}
             WINDOW history AS (PARTITION BY v.registry_id ORDER BY v.valued_at, v.source)) entries
      GROUP BY span, category`
}
