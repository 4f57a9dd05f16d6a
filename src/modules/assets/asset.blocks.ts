import type { Category } from '../../access/categories.ts'
import type { Scope, ScopeSet } from '../../access/scopes.ts'
import type { Visibility } from '../../access/visibility.ts'
import { instantText, type Params } from '../../database/statement.ts'

/** What a block shows, as its columns give it; an empty list is null. A block that was not read has none of its members. */
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
  collections?: { id: string; name: string }[] | null
  category_detail?: Record<string, unknown>
  document_count?: number
  document_types?: string[]
  heirs?: { name: string; relationship: string | null; sharePercent: number }[] | null
  share_links?: ShareLinkRow[] | null
  readiness_score?: number | null
  readiness_gaps?: string[]
  verification_status?: string | null
  risk_score?: number | null
  tamper_state?: string | null
  scans?: { scannedAt: string; method: string; result: string }[] | null
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

// A list of related rows for each asset of `page`, as JSON. They are gathered for the whole page at
// once: asset by asset, they took the server twice as long.
type Related = (ofPage: (alias: string) => string) => string

const collections: Related = (ofPage) =>
  `SELECT i.registry_id, json_agg(json_build_object('id', c.id, 'name', c.name) ORDER BY c.name, c.id) AS list
     FROM collection_items i JOIN collections c ON c.client_id = i.client_id AND c.id = i.collection_id
    WHERE ${ofPage('i')} GROUP BY i.registry_id`

const heirs: Related = (ofPage) =>
  `SELECT h.registry_id, json_agg(json_build_object('name', h.name, 'relationship', h.relationship,
          'sharePercent', h.share_percent) ORDER BY h.position) AS list
     FROM heirs h WHERE ${ofPage('h')} GROUP BY h.registry_id`

const shareLinks: Related = (ofPage) =>
  `SELECT l.registry_id, json_agg(json_build_object('id', l.id, 'label', l.label,
          'createdAt', ${instantText('l.created_at')}, 'expiresAt', ${instantText('l.expires_at')},
          'revokedAt', ${instantText('l.revoked_at')}) ORDER BY l.created_at, l.id) AS list
     FROM share_links l WHERE ${ofPage('l')} GROUP BY l.registry_id`

const scans: Related = (ofPage) =>
  `SELECT n.registry_id, json_agg(json_build_object('scannedAt', ${instantText('n.scanned_at')},
          'method', n.method, 'result', n.result) ORDER BY n.place) AS list
     FROM (SELECT s.*, row_number() OVER (PARTITION BY s.registry_id ORDER BY s.scanned_at DESC, s.method) AS place
             FROM scans s WHERE ${ofPage('s')}) n
    WHERE n.place <= ${NEWEST_SCANS} GROUP BY n.registry_id`

interface Block {
  readonly scope: Scope
  readonly columns: string
  readonly related?: Readonly<Record<string, Related>>
}

// By the name of its field. P0 columns stand in none of them.
const BLOCKS: Record<string, Block> = {
  valuation: {
    scope: 'valuation',
    columns: 'a.market_value, a.purchase_price, a.insurance_value, a.valued_at',
  },
  detail: {
    scope: 'detail',
    columns: 'a.description, a.notes, a.seller, a.storage_location',
    related: { collections },
  },
  categoryDetail: { scope: 'category_detail', columns: 'a.category_detail' },
  documentation: { scope: 'documentation', columns: 'a.document_count, a.document_types' },
  estate: {
    scope: 'estate',
    columns: 'a.readiness_score, a.readiness_gaps',
    related: { heirs, share_links: shareLinks },
  },
  verification: {
    scope: 'verification',
    columns: 'a.verification_status, a.risk_score, a.tamper_state',
    related: { scans },
  },
}

/**
 * The columns of asset `a` that are both asked for, by field name, and visible, and the joins that
 * bring them. `ofPage` is the condition for the rows of an alias to belong to the assets of the page.
 */
export function selectBlocks(
  asked: ReadonlySet<string>,
  scopes: ScopeSet,
  ofPage: (alias: string) => string,
): { readonly columns: string; readonly joins: string } {
  const blocks = Object.entries(BLOCKS)
    .filter(([field, block]) => asked.has(field) && scopes.has(block.scope))
    .map(([, block]) => block)
  const related = blocks.flatMap((block) => Object.entries(block.related ?? {}))
  const lists = related.map(([name]) => `${name}.list AS ${name}`)
  const joins = related.map(
    ([name, gather]) =>
      `LEFT JOIN (${gather(ofPage)}) ${name} ON ${name}.registry_id = a.registry_id`,
  )
  return {
    columns: [REGISTRY, ...blocks.map(({ columns }) => columns), ...lists].join(', '),
    joins: joins.join(' '),
  }
}

/** The condition for rows to belong to the assets of the CTE `page (registry_id)`, all of one client. */
export function ofPage({ clientId }: Visibility, params: Params): (alias: string) => string {
  let client: string | undefined
  return (alias) => {
    // Added when first used: a placeholder that stands nowhere has no type.
    client ??= params.add(clientId)
    return `${alias}.client_id = ${client} AND ${alias}.registry_id = ANY (ARRAY (SELECT registry_id FROM page))`
  }
}
