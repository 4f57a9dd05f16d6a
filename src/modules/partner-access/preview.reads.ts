import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import type { Scope } from '../../access/scopes.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'

/** How much of a portfolio a grant would show. */
export interface PreviewCounts {
  /** Assets inside the filter, and in the whole portfolio. */
  readonly assets: number
  readonly total: number
  /** By scope: assets inside the filter that have something to show under it. */
  readonly scopes: ReadonlyMap<Scope, number>
}

/** The SQL for when asset `a` has something to show under a scope: what its own row tells is asked first. */
const SHOWS: Record<Scope, string> = {
  registry: 'true',
  valuation:
    'a.market_value IS NOT NULL OR a.purchase_price IS NOT NULL OR a.insurance_value IS NOT NULL',
  detail: `a.description IS NOT NULL OR a.notes IS NOT NULL OR a.seller IS NOT NULL
    OR a.storage_location IS NOT NULL OR ${hasAny('collection_items')}`,
  category_detail: `a.category_detail - 'type' <> '{}'`,
  documentation: 'a.document_count > 0',
  estate: `a.readiness_score IS NOT NULL OR ${hasAny('heirs')} OR ${hasAny('share_links')}`,
  verification: `a.verification_status IS NOT NULL OR a.risk_score IS NOT NULL
    OR a.tamper_state IS NOT NULL OR ${hasAny('scans')}`,
}

/** Counts in one statement what the visibility would show, and what it would under each of these scopes. */
export async function countPreview(
  pool: pg.Pool,
  visibility: Visibility,
  scopes: readonly Scope[],
): Promise<PreviewCounts> {
  const params = new Params()
  const counts = scopes.map((scope) => `, count(*) FILTER (WHERE ${SHOWS[scope]})::int AS ${scope}`)
  const [row] = await readRows<Record<string, number>>(
    pool,
    `SELECT (SELECT count(*)::int FROM assets WHERE client_id = ${params.add(visibility.clientId)}) AS total,
            count(*)::int AS assets${counts.join('')}
       FROM assets a WHERE ${visibleAsset(visibility, 'a', params)}`,
    params.values,
  )
  return {
    assets: row?.assets ?? 0,
    total: row?.total ?? 0,
    scopes: new Map(scopes.map((scope) => [scope, row?.[scope] ?? 0])),
  }
}

function hasAny(table: string): string {
  return `EXISTS (SELECT FROM ${table} r WHERE r.client_id = a.client_id AND r.registry_id = a.registry_id)`
}
