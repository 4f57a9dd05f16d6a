import type { Category } from '../../access/categories.ts'
import type { Scope, ScopeSet } from '../../access/scopes.ts'
import type { Visibility } from '../../access/visibility.ts'
import type { Params } from '../../database/statement.ts'
import {
  COLLECTIONS,
  HEIRS,
  listOfAsset,
  listsOfPage,
  type OfAssets,
  type Related,
  SCANS,
  SHARE_LINKS,
} from './asset.related.ts'

/** What a block shows, as JSON gives its columns: instants are text, an empty list is null. A block that was not read has none of its members. */
export interface AssetRow {
  registry_id: string
  id: string
  title: string
  category: Category
  quantity: string
  created_at: string
  updated_at: string
  market_value?: string | null
  purchase_price?: string | null
  insurance_value?: string | null
  valued_at?: string | null
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

const REGISTRY =
  'a.registry_id, a.id, a.title, a.category::text AS category, a.quantity::text AS quantity, a.created_at, a.updated_at'

/** A block of an asset, as it is read. */
export interface Block {
  readonly field: string
  readonly scope: Scope
  readonly columns: string
  readonly related?: readonly Related[]
}

// P0 columns stand in none of them.
const BLOCKS: readonly Block[] = [
  {
    field: 'valuation',
    scope: 'valuation',
    columns: `a.market_value::text AS market_value, a.purchase_price::text AS purchase_price,
      a.insurance_value::text AS insurance_value, a.valued_at`,
  },
  {
    field: 'detail',
    scope: 'detail',
    columns: 'a.description, a.notes, a.seller, a.storage_location',
    related: [COLLECTIONS],
  },
  { field: 'categoryDetail', scope: 'category_detail', columns: 'a.category_detail' },
  { field: 'documentation', scope: 'documentation', columns: 'a.document_count, a.document_types' },
  {
    field: 'estate',
    scope: 'estate',
    columns: 'a.readiness_score, a.readiness_gaps',
    related: [HEIRS, SHARE_LINKS],
  },
  {
    field: 'verification',
    scope: 'verification',
    columns: 'a.verification_status, a.risk_score, a.tamper_state',
    related: [SCANS],
  },
]

/** The blocks that are both asked for, by field name, and visible. */
export function visibleBlocks(asked: ReadonlySet<string>, scopes: ScopeSet): readonly Block[] {
  return BLOCKS.filter(({ field, scope }) => asked.has(field) && scopes.has(scope))
}

/** The columns of these blocks for one asset `a`. */
export function selectOne(blocks: readonly Block[]): string {
  const lists = relatedTo(blocks).map(listOfAsset)
  return [REGISTRY, ...blocks.map(({ columns }) => columns), ...lists].join(', ')
}

/** The columns of these blocks for the assets `a` of a page, and the joins that bring them. */
export function selectPage(
  blocks: readonly Block[],
  ofPage: OfAssets,
): { readonly columns: string; readonly joins: string } {
  const related = relatedTo(blocks)
  const lists = related.map(({ name }) => `${name}.list AS ${name}`)
  return {
    columns: [REGISTRY, ...blocks.map(({ columns }) => columns), ...lists].join(', '),
    joins: related.map((each) => listsOfPage(each, ofPage)).join(' '),
  }
}

const relatedTo = (blocks: readonly Block[]) => blocks.flatMap(({ related }) => related ?? [])

/** The condition for rows to belong to the assets of the CTE `page (registry_id)`, all of one client. */
export function ofPage({ clientId }: Visibility, params: Params): OfAssets {
  let client: string | undefined
  return (alias) => {
    // Added when first used: a placeholder that stands nowhere has no type.
    client ??= params.add(clientId)
    return `${alias}.client_id = ${client} AND ${alias}.registry_id = ANY (ARRAY (SELECT registry_id FROM page))`
  }
}
