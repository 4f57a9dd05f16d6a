import type { Request } from 'express'
import type pg from 'pg'
import { type Access, valuesOf } from './access.ts'
import { money } from './asset.ts'
import { readPageRequest } from './paging.ts'
import { runRows } from './recording.ts'
import { digestStatement, newestStatement, sumsStatement } from './statements.ts'

interface SumRow {
  readonly category: string
  readonly assets: number
  readonly valued: number | null
  readonly value: string | null
  readonly recommended: number | null
  readonly present: number | null
}

/** The totals of the assets within the grant. */
export async function summarize(pool: pg.Pool, access: Access, request: Request) {
  readPageRequest(request, ['client_id'])
  const given = valuesOf(access)
  const [found, [newest], [digest]] = await Promise.all([
    runRows(pool, await sumsStatement(access), given),
    runRows(pool, await newestStatement(access), given),
    runRows(pool, await digestStatement(access), given),
  ])
  // The statements are the gateway's, whose columns these are.
  const rows = found as unknown as readonly SumRow[]
  const { at } = newest as unknown as { readonly at: Date | null }
  const { currency, scopes } = access
  const hasValues = scopes.includes('valuation')
  return {
    data: {
      client_id: access.clientId,
      currency,
      as_of: at ?? access.termsAt,
      digest: digest?.digest,
      asset_count: sum(rows.map((row) => row.assets)),
      categories: rows.map(({ category, assets, value }) => ({
        category,
        asset_count: assets,
        ...(hasValues && { total_value: money(value ?? '0', currency) }),
      })),
      ...(hasValues && {
        total_value: money(addAmounts(rows.map(({ value }) => value ?? '0')), currency),
        valued_asset_count: sum(rows.map((row) => row.valued ?? 0)),
      }),
      ...(scopes.includes('documentation') && {
        documentation: { completeness_score: completenessOf(rows) },
      }),
    },
    grant: access.grant,
  }
}

function completenessOf(rows: readonly SumRow[]): number {
  const wanted = sum(rows.map(({ recommended }) => recommended ?? 0))
  const present = sum(rows.map((row) => row.present ?? 0))
  return wanted === 0 ? 0 : Math.floor((present * 100) / wanted)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

const PLACES = 20

// As whole numbers of the last decimal place: JavaScript would round the sum of numbers.
function addAmounts(amounts: readonly string[]): string {
  const total = amounts.reduce((sum, amount) => {
    const [whole = '', places = ''] = amount.split('.')
    return sum + BigInt(whole + places.padEnd(PLACES, '0'))
  }, 0n)
  const digits = String(total).padStart(PLACES + 1, '0')
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`
}
