import type { Access } from './access.ts'
import { changeTime } from './change-times.ts'
import { completeness } from './completeness.ts'
import { isoText } from './query.ts'

export interface AssetRow {
  id: string
  registry_id: string
  title: string
  category: string
  quantity: string
  created_at: Date
  updated_at: Date
  market_value: string | null
  purchase_price: string | null
  insurance_value: string | null
  valued_at: Date | null
  description: string | null
  notes: string | null
  seller: string | null
  storage_location: string | null
  category_detail: object
  document_count: number
  document_types: string[]
  readiness_score: number | null
  readiness_gaps: string[]
  verification_status: string | null
  risk_score: number | null
  tamper_state: string | null
  collections: object[]
  heirs: object[]
  links: { expires_at: string | null; revoked_at: string | null }[]
  scan_count: number
  scans: object[]
}

/** The columns of asset `a`, its related rows as JSON lists. */
export function columnsFor(access: Access): string {
  return `${COLUMNS}, ${changeTime(access)} AS updated_at`
}

const COLUMNS = `a.id, a.registry_id, a.title, a.category, a.quantity, a.created_at,
  a.market_value, a.purchase_price, a.insurance_value, a.valued_at,
  a.description, a.notes, a.seller, a.storage_location, a.category_detail, a.document_count, a.document_types,
  a.readiness_score, a.readiness_gaps, a.verification_status, a.risk_score, a.tamper_state,
  (SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) ORDER BY c.name, c.id), '[]')
     FROM collection_items i JOIN collections c ON c.client_id = i.client_id AND c.id = i.collection_id
    WHERE i.client_id = a.client_id AND i.registry_id = a.registry_id) AS collections,
  (SELECT coalesce(json_agg(json_build_object('name', h.name, 'relationship', h.relationship, 'share_percent', h.share_percent)
            ORDER BY h.position), '[]')
     FROM heirs h WHERE h.client_id = a.client_id AND h.registry_id = a.registry_id) AS heirs,
  (SELECT coalesce(json_agg(json_build_object('id', l.id, 'label', l.label, 'created_at', ${isoText('l.created_at')},
            'expires_at', ${isoText('l.expires_at')}, 'revoked_at', ${isoText('l.revoked_at')}) ORDER BY l.created_at, l.id), '[]')
     FROM share_links l WHERE l.client_id = a.client_id AND l.registry_id = a.registry_id) AS links,
  (SELECT count(*)::int FROM scans s WHERE s.client_id = a.client_id AND s.registry_id = a.registry_id) AS scan_count,
  (SELECT coalesce(json_agg(json_build_object('scanned_at', ${isoText('s.scanned_at')}, 'method', s.method, 'result', s.result)), '[]')
     FROM (SELECT * FROM scans s WHERE s.client_id = a.client_id AND s.registry_id = a.registry_id
            ORDER BY s.scanned_at DESC, s.method LIMIT 10) s) AS scans`

/** An asset in the form of response bodies, with one member for each scope of the grant. */
export function assetBody(row: AssetRow, { scopes, currency }: Access): object {
  const hasScope = (scope: string) => scopes.includes(scope)
  const { id, registry_id, title, category, created_at, updated_at } = row
  const quantity = row.quantity.replace(/\.?0+$/, '')
  return {
    ...{ id, registry_id, title, category, quantity, created_at, updated_at },
    ...(hasScope('valuation') && { valuation: valuationOf(row, currency) }),
    ...(hasScope('detail') && { detail: detailOf(row) }),
    ...(hasScope('category_detail') && {
      category_detail: { type: category, ...row.category_detail },
    }),
    ...(hasScope('documentation') && {
      documentation: {
        document_count: row.document_count,
        completeness_score: completeness(category, row.document_types).score,
      },
    }),
    ...(hasScope('estate') && { estate: estateOf(row) }),
    ...(hasScope('verification') && {
      verification: {
        status: row.verification_status,
        risk_score: row.risk_score,
        tamper_state: row.tamper_state,
        scan_count: row.scan_count,
        scans: row.scans,
      },
    }),
  }
}

/** Money in the form of response bodies: at least two decimal places. */
export function money(amount: string, currency: string) {
  const [whole, places = ''] = amount.split('.')
  return { amount: `${whole}.${places.replace(/0+$/, '').padEnd(2, '0')}`, currency }
}

function valuationOf(row: AssetRow, currency: string) {
  const amount = (value: string | null) => (value === null ? null : money(value, currency))
  return {
    market_value: amount(row.market_value),
    purchase_price: amount(row.purchase_price),
    insurance_value: amount(row.insurance_value),
    valued_at: row.valued_at,
  }
}

function detailOf({ description, notes, seller, storage_location, collections }: AssetRow) {
  return { description, notes, seller, storage_location, collections }
}

function estateOf(row: AssetRow) {
  const now = new Date().toISOString()
  return {
    heirs: row.heirs,
    share_links: row.links.map(({ revoked_at, ...link }) => ({
      ...link,
      state: revoked_at
        ? 'revoked'
        : link.expires_at && link.expires_at <= now
          ? 'expired'
          : 'active',
    })),
    readiness: { score: row.readiness_score, gaps: row.readiness_gaps },
  }
}
