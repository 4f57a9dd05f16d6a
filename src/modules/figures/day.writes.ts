import type pg from 'pg'
import { isInstant, isNumber, isText, orNull, rowReader } from '../../access/rows.ts'
import { readRows } from '../../database/statement.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ignoring, PG_CODES } from '../../errors.ts'
import { Environment, Plan } from '../../generated/prisma/enums.ts'
import { DAY_MS, HOUR_MS } from '../../values/durations.ts'
import { DIRECT, type Run } from '../jobs/timed-job.ts'
import { type Figure, OF_DAYS } from './figures.reads.ts'

// The counts of requests are written within a minute. The rest is for a database that was not reachable.
export const SETTLED_MS = HOUR_MS
// The counts of errors and of attempts are kept for this time.
const MAX_DAYS = 90

interface Counting {
  /** The parameters: the first instants of the day and of the next one, or the second of them alone. */
  readonly of: 'day' | 'end'
  readonly sql: string
  /** Names that have a row even if nothing is counted. */
  readonly names: readonly string[]
}

const countOfDay = (table: string, name: string, counted: string, at: string): Counting => ({
  of: 'day',
  sql: `SELECT ${name}::text AS name, sum(${counted})::float8 AS count FROM ${table}
         WHERE ${at} >= $1 AND ${at} < $2 GROUP BY 1 HAVING sum(${counted}) > 0`,
  names: [],
})
const countAtEnd = (
  table: string,
  name: string,
  where: string,
  names: readonly string[],
): Counting => ({
  of: 'end',
  sql: `SELECT ${name}::text AS name, count(*)::float8 AS count FROM ${table}
         WHERE created_at < $1 AND ${where} GROUP BY 1`,
  names,
})
const LIVE = '(revoked_at IS NULL OR revoked_at > $1) AND (expires_at IS NULL OR expires_at > $1)'

// No row is counted by two figures, and no figure is the total of another one: a difference would show small counts.
const COUNTINGS: Readonly<Record<Figure, Counting>> = {
  served: countOfDay('key_usage', 'endpoint', 'ok', 'hour'),
  errors: countOfDay('error_counts', 'code', 'requests', 'day'),
  webhooks: countOfDay('webhook_counts', 'result', 'attempts', 'day'),
  firms: countAtEnd('firms', 'plan', 'true', Object.values(Plan)),
  keys: countAtEnd('api_keys', 'environment', LIVE, Object.values(Environment)),
  grants: countAtEnd('grants', 'environment', LIVE, Object.values(Environment)),
}

const readCount = rowReader('platform_figures', { name: isText, count: isNumber })
const readNewest = rowReader('platform_figures', { day: orNull(isInstant) })
// A clock that was wrong once may have stored a day that is still to come.
const NEWEST = `SELECT max(day) AS day FROM platform_figures WHERE day <= $1 AND ${OF_DAYS}`
const STORE = `
  INSERT INTO platform_figures (day, figure, name, count)
  SELECT $1, * FROM json_to_recordset($2) AS row (figure text, name text, count bigint)`

// On a large platform a count takes longer than a request may.
const MAX_COUNT_MS = 60_000

export async function readSlowly(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
): Promise<unknown[]> {
  const begin = `BEGIN READ ONLY; SET LOCAL statement_timeout = ${MAX_COUNT_MS}`
  const statement = { text, values: [...values], query_timeout: MAX_COUNT_MS + 1_000 }
  return inTransaction(pool, begin, async (client) => (await client.query(statement)).rows)
}

/**
 * Stores the figures of every day that has ended at least an hour ago and has none: at first of one day, later of up to
 * 90. The figures of a day are never changed after that.
 */
export async function storeFigures(pool: pg.Pool, now: Date, run: Run = DIRECT): Promise<void> {
  const last = Math.floor((now.getTime() - SETTLED_MS) / DAY_MS) - 1
  const [newest] = await readRows(pool, NEWEST, [new Date(last * DAY_MS)], 'newest_figures')
  const { day } = readNewest(newest)
  const first = day === null ? last : Math.max(day.getTime() / DAY_MS + 1, last - MAX_DAYS + 1)
  // A later day is stored only after the ones before it: the newest day tells which are missing.
  let isWhole = true
  for (let each = first; each <= last && isWhole && !run.isOver(); each++) {
    isWhole = false
    const since = new Date((each + 1) * DAY_MS + SETTLED_MS)
    await run.item(`the day before ${since.toISOString()}`, since, async () => {
      await storeDay(pool, each, run.isOver)
      isWhole = true
    })
  }
}

// One statement for each figure: on a cluster, not all of them can be joined.
async function storeDay(pool: pg.Pool, day: number, isOver: () => boolean): Promise<void> {
  const [start, end] = [new Date(day * DAY_MS), new Date((day + 1) * DAY_MS)]
  const rows: FigureRow[] = []
  for (const [figure, { of, sql, names }] of Object.entries(COUNTINGS)) {
    const values = of === 'day' ? [start, end] : [end]
    if (isOver()) return
    const found = (await readSlowly(pool, sql, values)).map(readCount)
    const counts = new Map(names.map((name) => [name, 0]))
    for (const { name, count } of found) counts.set(name, count)
    for (const [name, count] of counts) rows.push({ figure, name, count })
  }
  await storeRows(pool, start, rows)
}

export interface FigureRow {
  readonly figure: string
  readonly name: string
  readonly count: number | string
}

/** Stores the rows of a day or a month, unless another process has stored it meanwhile. */
export async function storeRows(
  pool: pg.Pool,
  at: Date,
  rows: readonly FigureRow[],
): Promise<void> {
  // If another process was first, its result is not mixed with this one.
  await pool.query(STORE, [at, JSON.stringify(rows)]).catch(ignoring(PG_CODES.uniqueViolation))
}
