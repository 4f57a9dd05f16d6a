import { createHash } from 'node:crypto'
import type { Request } from 'express'
import type pg from 'pg'
import type { Access } from './access.ts'
import { money } from './asset.ts'
import { changeTime, newestChange } from './change-times.ts'
import { recommendedDocuments } from './completeness.ts'
import { readPageRequest } from './paging.ts'
import { grantCondition, rowsOf } from './query.ts'

interface Row {
  category: string
  assets: number
  valued: number
  value: string
  total: string
  kinds: Record<string, number> | null
}

/** The totals of the assets within the grant. */
export async function summarize(pool: pg.Pool, access: Access, request: Request) {
  readPageRequest(request, ['client_id'])
  const values: unknown[] = []
  const where = grantCondition(access, values)
  // The database counts the documents per category and type; recommendedDocuments selects among them.
  const sums = rowsOf<Row>(
    pool,
    `WITH kinds AS (
       SELECT category, jsonb_object_agg(kind, assets) AS kinds
         FROM (SELECT a.category, kind, count(*) AS assets FROM assets a CROSS JOIN unnest(a.document_types) kind
                WHERE ${where} GROUP BY 1, 2) k GROUP BY 1)
     SELECT s.*, sum(value) OVER () AS total, kinds.kinds
       FROM (SELECT a.category, count(*)::int AS assets, count(a.market_value)::int AS valued,
                    coalesce(sum(a.market_value), 0) AS value
               FROM assets a WHERE ${where} GROUP BY a.category) s
       LEFT JOIN kinds USING (category) ORDER BY s.category`,
    values,
  )
  const [rows, newest, digest] = await Promise.all([
    sums,
    newestChange(pool, access),
    digestOf(pool, access),
  ])
  const { currency, scopes } = access
  return {
    data: {
      client_id: access.clientId,
      currency,
      as_of: newest,
      digest,
      asset_count: sum(rows.map((row) => row.assets)),
      categories: rows.map(({ category, assets, value }) => ({
        category,
        asset_count: assets,
        ...(scopes.includes('valuation') && { total_value: money(value, currency) }),
      })),
      ...(scopes.includes('valuation') && {
        total_value: money(rows[0]?.total ?? '0', currency),
        valued_asset_count: sum(rows.map((row) => row.valued)),
      }),
      ...(scopes.includes('documentation') && {
        documentation: { completeness_score: completenessOf(rows) },
      }),
    },
    grant: access.grant,
  }
}

async function digestOf(pool: pg.Pool, access: Access): Promise<string> {
  const values: unknown[] = []
  const where = grantCondition(access, values)
  const lines = await rowsOf<{ registry_id: string; at: Date }>(
    pool,
    `SELECT a.registry_id, ${changeTime(access)} AS at FROM assets a WHERE ${where} ORDER BY 1`,
    values,
  )
  const hash = createHash('sha256')
  for (const { registry_id, at } of lines) hash.update(`${registry_id} ${at.toISOString()}\n`)
  return hash.digest('hex')
}

function completenessOf(rows: readonly Row[]): number {
  const wanted = sum(
    rows.map(({ category, assets }) => recommendedDocuments(category).length * assets),
  )
  const present = rows.flatMap(({ category, kinds }) =>
    recommendedDocuments(category).map((kind) => kinds?.[kind] ?? 0),
  )
  return wanted === 0 ? 0 : Math.floor((sum(present) * 100) / wanted)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
