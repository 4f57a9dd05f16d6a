import type pg from 'pg'
import { liveSql } from '../../access/liveness.ts'
import { isNumber, isText, rowReader } from '../../access/rows.ts'
import { readRows } from '../../database/statement.ts'
import { DAY_MS } from '../../values/durations.ts'
import { RECOMMENDED_DOCUMENTS } from '../assets/completeness.ts'
import { DIRECT, type Run } from '../jobs/timed-job.ts'
import { type FigureRow, readSlowly, SETTLED_MS, storeRows } from './day.writes.ts'

// Portfolios have no history. A later count would not show the end of the month.
const MAX_DELAY_MS = 7 * DAY_MS

// The sums of each portfolio and category. Many assets have the same document types, which are compared once.
const EACH = `
  SELECT client_id, category, sum(n) AS n, sum(v) AS v, sum(m) AS m,
         sum(n * jsonb_array_length(recommended)) AS r,
         sum(n * (SELECT count(*) FROM unnest(document_types) kind WHERE recommended ? kind)) AS p
    FROM (SELECT client_id, category, document_types, count(*) AS n, count(market_value) AS v,
                 coalesce(sum(market_value), 0) AS m, $1::jsonb -> category::text AS recommended
            FROM assets GROUP BY client_id, category, document_types) alike
   GROUP BY client_id, category`

const SUMS = `count(*)::float8 AS portfolios, sum(s.n)::text AS assets, max(s.n)::text AS "mostAssets",
  trunc(sum(s.m))::text AS value, ceil(max(s.m))::text AS "mostValue", sum(s.v)::text AS valued,
  sum(s.r)::text AS recommended, sum(s.p)::text AS present`
const PRODUCTION = `p.environment = 'production' AND p.erased_at IS NULL`

const BY_CATEGORY = `
  SELECT p.currency || ' ' || s.category::text AS name, ${SUMS}
    FROM (${EACH}) s JOIN portfolios p ON p.client_id = s.client_id
   WHERE ${PRODUCTION} GROUP BY 1`

// A portfolio counts for each firm that can read some of it.
const BY_FIRM = `
  SELECT p.currency || ' ' || f.firm_id AS name, ${SUMS}
    FROM (SELECT client_id, sum(n) AS n, sum(v) AS v, sum(m) AS m, sum(r) AS r, sum(p) AS p
            FROM (${EACH}) each GROUP BY client_id) s
    JOIN portfolios p ON p.client_id = s.client_id
    JOIN (SELECT g.client_id, k.firm_id FROM grants g JOIN api_keys k ON k.id = g.key_id
           WHERE ${liveSql('g', '$2')} AND ${liveSql('k', '$2')}
           GROUP BY g.client_id, k.firm_id) f ON f.client_id = s.client_id
   WHERE ${PRODUCTION} GROUP BY 1`

// The groups do not count portfolios. This count is a row of its own, which says that the month is stored.
const PORTFOLIOS = `
  SELECT p.currency AS name, count(*)::float8 AS count FROM portfolios p WHERE ${PRODUCTION} GROUP BY 1`
const STORED = `SELECT 1 FROM platform_figures WHERE day = $1 AND figure = 'portfolios' LIMIT 1`

const sums = {
  assets: isText,
  mostAssets: isText,
  value: isText,
  mostValue: isText,
  valued: isText,
  recommended: isText,
  present: isText,
}
const readGroup = rowReader('portfolio_sums', { name: isText, portfolios: isNumber, ...sums })
type Exact = Readonly<Record<keyof typeof sums, bigint>>
/** Sums over a group of portfolios, with the greatest part that one portfolio has in them. */
export type GroupSums = Exact & { readonly portfolios: number }
const readCount = rowReader('portfolio_sums', { name: isText, count: isNumber })

/**
 * Stores the sums of all production portfolios of the month that has ended last, once, an hour to seven days after its
 * end: by currency and category, and by currency and firm. Only rounded sums are stored.
 */
export async function storeMonth(pool: pg.Pool, now: Date, run: Run = DIRECT): Promise<void> {
  const settled = new Date(now.getTime() - SETTLED_MS)
  const end = Date.UTC(settled.getUTCFullYear(), settled.getUTCMonth())
  if (settled.getTime() - end > MAX_DELAY_MS) return
  const month = new Date(Date.UTC(settled.getUTCFullYear(), settled.getUTCMonth() - 1))
  if ((await readRows(pool, STORED, [month], 'stored_month')).length > 0) return
  await run.item(`the month from ${month.toISOString()}`, new Date(end + SETTLED_MS), () =>
    storeSums(pool, month, now),
  )
}

async function storeSums(pool: pg.Pool, month: Date, now: Date): Promise<void> {
  const counted = (await readSlowly(pool, PORTFOLIOS, [])).map(readCount)
  const rows: FigureRow[] = counted.map((row) => ({ figure: 'portfolios', ...row }))
  const recommended = JSON.stringify(RECOMMENDED_DOCUMENTS)
  rows.push(...(await readGroups(pool, BY_CATEGORY, [recommended])))
  rows.push(...(await readGroups(pool, BY_FIRM, [recommended, now])))
  await storeRows(pool, month, rows)
}

async function readGroups(pool: pg.Pool, sql: string, values: readonly unknown[]) {
  const groups = (await readSlowly(pool, sql, values)).map(readGroup)
  return groups.flatMap(({ name, portfolios, ...texts }) => {
    const exact = Object.entries(texts).map(([sum, text]) => [sum, BigInt(text)])
    // The type of `fromEntries` loses the names.
    const rounded = roundSums({ portfolios, ...(Object.fromEntries(exact) as Exact) })
    return rounded ? rowsOf(name, rounded) : []
  })
}

// The greatest number of the column.
const MAX_COUNT = 2n ** 63n - 1n

// Each is a figure of its name. Nothing else is stored.
const FIGURES = ['assets', 'value', 'valued', 'documents'] as const

function rowsOf(name: string, sums: NonNullable<ReturnType<typeof roundSums>>): FigureRow[] {
  return FIGURES.flatMap((sum) => {
    const count = sums[sum]
    if (count === null || count > MAX_COUNT) return []
    return [{ figure: `portfolio_${sum}`, name, count: String(count) }]
  })
}

const MIN_PORTFOLIOS = 5
const MIN_STEP = 10n
const PERCENT_STEP = 5n

/**
 * The sums of a group in steps, so that no single portfolio can be recognized, neither in a sum nor in the difference
 * of two. A sum is rounded down to a power of ten that no portfolio exceeds. It is hidden if it is less than that step,
 * and if one portfolio has more than half of it. Null: the group has fewer than five portfolios, or its assets are
 * hidden. `valued` are percent of the assets, and `documents` of the recommended ones, null if none is recommended.
 */
export function roundSums(sums: GroupSums) {
  if (sums.portfolios < MIN_PORTFOLIOS) return null
  const assets = roundSum(sums.assets, sums.mostAssets)
  if (assets === null) return null
  return {
    assets,
    value: roundSum(sums.value, sums.mostValue),
    valued: percentOf(sums.valued, sums.assets) ?? 0n,
    documents: percentOf(sums.present, sums.recommended),
  }
}

function roundSum(sum: bigint, most: bigint): bigint | null {
  let step = MIN_STEP
  while (step < most) step *= 10n
  const isHidden = most * 2n > sum || (sum > 0n && sum < step)
  return isHidden ? null : sum - (sum % step)
}

function percentOf(part: bigint, whole: bigint): bigint | null {
  if (whole === 0n) return null
  const percent = (part * 100n) / whole
  return percent - (percent % PERCENT_STEP)
}
