import type { Category } from '../../access/categories.ts'
import type { Scope, ScopeSet } from '../../access/scopes.ts'
import { instantText } from '../../database/statement.ts'

/** What a block shows, as its columns give it. A block that was not read has none of its members. */
export interface AssetRow {
  registry_id: string
  id: string
  title: string
  category: Category
  quantity: string
  created_at: Date
  updated_at: Date
  market_value?: string | null
  purchase_price?: string | null
  insurance_value?: string | null
  valued_at?: Date | null
  description?: string | null
  notes?: string | null
  seller?: string | null
  storage_location?: string | null
  collections?: { id: string; name: string }[]
  category_detail?: Record<string, unknown>
  document_count?: number
  document_types?: string[]
  heirs?: { name: string; relationship: string | null; sharePercent: number }[]
  share_links?: ShareLinkRow[]
  readiness_score?: number | null
  readiness_gaps?: string[]
  verification_status?: string | null
  risk_score?: number | null
  tamper_state?: string | null
  scans?: { scannedAt: string; method: string; result: string }[]
}

export interface ShareLinkRow {
  id: string
  label: string
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
}

const NEWEST_SCANS = 10

const REGISTRY =
  'a.registry_id, a.id, a.title, a.category::text AS category, a.quantity, a.created_at, a.updated_at'

// The columns of each block, by the name of its field. P0 columns stand in none of them.
const BLOCKS: Record<string, { scope: Scope; columns: string }> = {
  valuation: {
    scope: 'valuation',
    columns: 'a.market_value, a.purchase_price, a.insurance_value, a.valued_at',
  },
  detail: {
    scope: 'detail',
    columns: `a.description, a.notes, a.seller, a.storage_location,
      ${listOf("json_build_object('id', c.id, 'name', c.name) ORDER BY c.name, c.id", 'collection_items i JOIN collections c ON c.client_id = i.client_id AND c.id = i.collection_id', 'i')} AS collections`,
  },
  categoryDetail: { scope: 'category_detail', columns: 'a.category_detail' },
  documentation: { scope: 'documentation', columns: 'a.document_count, a.document_types' },
  estate: {
    scope: 'estate',
    columns: `a.readiness_score, a.readiness_gaps,
      ${listOf("json_build_object('name', h.name, 'relationship', h.relationship, 'sharePercent', h.share_percent) ORDER BY h.position", 'heirs h', 'h')} AS heirs,
      ${listOf(
        `json_build_object('id', l.id, 'label', l.label, 'createdAt', ${instantText('l.created_at')},
        'expiresAt', ${instantText('l.expires_at')}, 'revokedAt', ${instantText('l.revoked_at')}) ORDER BY l.created_at, l.id`,
        'share_links l',
        'l',
      )} AS share_links`,
  },
  verification: {
    scope: 'verification',
    columns: `a.verification_status, a.risk_score, a.tamper_state,
      (SELECT coalesce(json_agg(json_build_object('scannedAt', ${instantText('s.scanned_at')}, 'method', s.method, 'result', s.result)), '[]')
         FROM (SELECT * FROM scans s WHERE s.client_id = a.client_id AND s.registry_id = a.registry_id
                ORDER BY s.scanned_at DESC, s.method LIMIT ${NEWEST_SCANS}) s) AS scans`,
  },
}

/** The columns of asset `a` that are both asked for, by field name, and visible. */
export function blockColumns(asked: ReadonlySet<string>, scopes: ScopeSet): string {
  const blocks = Object.entries(BLOCKS).filter(
    ([field, block]) => asked.has(field) && scopes.has(block.scope),
  )
  return [REGISTRY, ...blocks.map(([, block]) => block.columns)].join(', ')
}

function listOf(aggregate: string, from: string, alias: string): string {
  return `(SELECT coalesce(json_agg(${aggregate}), '[]') FROM ${from}
    WHERE ${alias}.client_id = a.client_id AND ${alias}.registry_id = a.registry_id)`
}
