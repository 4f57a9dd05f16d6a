import type pg from 'pg'
import type { ServiceScope } from '../../access/caller.ts'
import { isNumber, isText, orNull, rowReader } from '../../access/rows.ts'
import { readRows } from '../../database/statement.ts'
import { groupBy } from '../../values/group-by.ts'
import { MAX_INT } from '../../values/numbers.ts'

/** Every figure, with the scope that a service account needs to read it. */
export const FIGURE_SCOPES = {
  served: 'figures:requests',
  errors: 'figures:requests',
  webhooks: 'figures:webhooks',
  firms: 'figures:accounts',
  keys: 'figures:accounts',
  grants: 'figures:accounts',
} as const satisfies Readonly<Record<string, ServiceScope>>

export type Figure = keyof typeof FIGURE_SCOPES

/** The rows of days. Those of months are in the same table, with the first day of the month. */
export const OF_DAYS = `figure IN (${Object.keys(FIGURE_SCOPES).map((figure) => `'${figure}'`)})`

export function figuresOf(scopes: readonly ServiceScope[]): Figure[] {
  const figures = Object.keys(FIGURE_SCOPES) as Figure[]
  return figures.filter((figure) => scopes.includes(FIGURE_SCOPES[figure]))
}

const STEP = 5

/**
 * A count in steps of five. A count from 1 to 4 may be of one person. A greater one is rounded down, so that neither the
 * difference of two days nor that of two counts shows a small number. Null: the count is 1, 2, 3 or 4.
 */
export function showCount(count: number) {
  const isUnderFive = count > 0 && count < STEP
  return { count: isUnderFive ? null : count - (count % STEP), isUnderFive }
}

export type NamedCount = ReturnType<typeof showCount> & { readonly name: string }
export type DayFigures = Awaited<ReturnType<typeof readFigures>>[number]

const readFigure = rowReader('platform_figures', {
  day: isText,
  figure: orNull(isText),
  name: orNull(isText),
  count: orNull(isNumber),
})

// A day without these figures is listed too. The order is that of the names: one by count would tell of small counts.
const DAYS = `
  SELECT to_char(listed.day AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, f.figure, f.name,
         least(f.count, ${MAX_INT})::float8 AS count
    FROM (SELECT DISTINCT day FROM platform_figures WHERE day >= $1 AND day <= $2 AND ${OF_DAYS}
           ORDER BY day LIMIT $3) listed
    LEFT JOIN platform_figures f ON f.day = listed.day AND f.figure = ANY ($4::text[])
   ORDER BY listed.day, f.figure, f.name`

/** The days of a range that have figures, the earliest first, with these figures. */
export async function readFigures(
  pool: pg.Pool,
  { from, to, limit }: { readonly from: Date; readonly to: Date; readonly limit: number },
  figures: readonly Figure[],
) {
  const found = await readRows(pool, DAYS, [from, to, limit, figures], 'platform_figures')
  const days = groupBy(found.map(readFigure), ({ day }) => day)
  return [...days].map(([day, rows]) => {
    const counted = rows.flatMap(({ figure, name, count }) =>
      figure === null || name === null || count === null ? [] : [{ figure, name, count }],
    )
    const counts = groupBy(
      counted,
      ({ figure }) => figure,
      ({ name, count }): NamedCount => ({ name, ...showCount(count) }),
    )
    return { day, counts }
  })
}
