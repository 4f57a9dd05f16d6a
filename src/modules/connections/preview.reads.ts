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
  /** By visible scope: assets inside the filter that have something to show under it. */
  readonly scopes: ReadonlyMap<Scope, number>
}

/** When an asset has something to show under a scope, and the related tables that this asks. */
const SHOWS: Record<Scope, { condition: string; related: readonly string[] }> = {
  registry: { condition: 'true', related: [] },
  valuation: {
    condition:
      'a.market_value IS NOT NULL OR a.purchase_price IS NOT NULL OR a.insurance_value IS NOT NULL',
    related: [],
  },
  detail: {
    condition: `a.description IS NOT NULL OR a.notes IS NOT NULL OR a.seller IS NOT NULL
      OR a.storage_location IS NOT NULL OR collection_items.registry_id IS NOT NULL`,
    related: ['collection_items'],
  },
  category_detail: { condition: `a.category_detail <> '{}'`, related: [] },
  documentation: { condition: 'a.document_count > 0', related: [] },
  estate: {
    condition: `a.readiness_score IS NOT NULL OR heirs.registry_id IS NOT NULL
      OR share_links.registry_id IS NOT NULL`,
    related: ['heirs', 'share_links'],
  },
  verification: {
    condition: `a.verification_status IS NOT NULL OR a.risk_score IS NOT NULL
      OR a.tamper_state IS NOT NULL OR scans.registry_id IS NOT NULL`,
    related: ['scans'],
  },
}

/** Counts in one statement what the visibility would show, each related table once over. */
export async function countPreview(pool: pg.Pool, visibility: Visibility): Promise<PreviewCounts> {
  const params = new Params()
  const client = params.add(visibility.clientId)
  const scopes = [...visibility.scopes]
  const counts = scopes.map(
    (scope) => `count(*) FILTER (WHERE ${SHOWS[scope].condition})::int AS ${scope}`,
  )
  const joins = scopes
    .flatMap((scope) => SHOWS[scope].related)
    .map(
      (
        table,
      ) => `LEFT JOIN (SELECT DISTINCT registry_id FROM ${table} WHERE client_id = ${client}) ${table}
        ON ${table}.registry_id = a.registry_id`,
    )
  const [row] = await readRows<Record<string, number>>(
    pool,
    `SELECT (SELECT count(*)::int FROM assets WHERE client_id = ${client}) AS total,
            count(*)::int AS assets, ${counts.join(', ')}
       FROM assets a ${joins.join(' ')} WHERE ${visibleAsset(visibility, 'a', params)}`,
    params.values,
  )
  return {
    assets: row?.assets ?? 0,
    total: row?.total ?? 0,
    scopes: new Map(scopes.map((scope) => [scope, row?.[scope] ?? 0])),
  }
}
