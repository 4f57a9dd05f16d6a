import type { Scope } from '../../access/scopes.ts'
import type { Check } from '../../access/stored-row.ts'
import type { Intersection } from '../../values/intersection.ts'
import {
  CATEGORY,
  type Column,
  DECIMAL,
  INSTANT,
  INTEGER,
  nullable,
  OBJECT,
  TEXT,
  TEXTS,
} from './asset.columns.ts'
import { COLLECTIONS, HEIRS, type Related, SCANS, SHARE_LINKS } from './asset.related.ts'

/** What one scope shows of an asset. */
export interface Block {
  /** The field of GraphQL's `Asset` and `AssetPreview` that is the block; null: its members are the asset's own. */
  readonly field: string | null
  /** Columns of `assets`. Private (P0) columns stand in no block. */
  readonly columns: Readonly<Record<string, Column>>
  readonly related: Readonly<Record<string, Related>>
  /** The SQL for when asset `a` of the client has something to show. Its own columns come first: they cost least. */
  readonly hasContent: (client: string) => string
}

/** The blocks of an asset: the one place that says what each scope reads. */
export const BLOCKS = {
  registry: {
    field: null,
    columns: {
      registry_id: TEXT,
      id: TEXT,
      title: TEXT,
      category: CATEGORY,
      quantity: DECIMAL,
      created_at: INSTANT,
      updated_at: INSTANT,
    },
    related: {},
    hasContent: () => 'true',
  },
  valuation: {
    field: 'valuation',
    columns: {
      market_value: nullable(DECIMAL),
      purchase_price: nullable(DECIMAL),
      insurance_value: nullable(DECIMAL),
      valued_at: nullable(INSTANT),
    },
    related: {},
    hasContent: () =>
      'a.market_value IS NOT NULL OR a.purchase_price IS NOT NULL OR a.insurance_value IS NOT NULL',
  },
  detail: {
    field: 'detail',
    columns: {
      description: nullable(TEXT),
      notes: nullable(TEXT),
      seller: nullable(TEXT),
      storage_location: nullable(TEXT),
    },
    related: { collections: COLLECTIONS },
    hasContent: (
      client,
    ) => `a.description IS NOT NULL OR a.notes IS NOT NULL OR a.seller IS NOT NULL
      OR a.storage_location IS NOT NULL OR ${hasAny('collection_items', client)}`,
  },
  category_detail: {
    field: 'categoryDetail',
    columns: { category_detail: OBJECT },
    related: {},
    hasContent: () => `a.category_detail - 'type' <> '{}'`,
  },
  documentation: {
    field: 'documentation',
    columns: { document_count: INTEGER, document_types: nullable(TEXTS) },
    related: {},
    hasContent: () => 'a.document_count > 0',
  },
  estate: {
    field: 'estate',
    columns: { readiness_score: nullable(INTEGER), readiness_gaps: nullable(TEXTS) },
    related: { heirs: HEIRS, share_links: SHARE_LINKS },
    hasContent: (client) =>
      `a.readiness_score IS NOT NULL OR ${hasAny('heirs', client)} OR ${hasAny('share_links', client)}`,
  },
  verification: {
    field: 'verification',
    columns: {
      verification_status: nullable(TEXT),
      risk_score: nullable(INTEGER),
      tamper_state: nullable(TEXT),
    },
    related: { scans: SCANS },
    hasContent: (client) => `a.verification_status IS NOT NULL OR a.risk_score IS NOT NULL
      OR a.tamper_state IS NOT NULL OR ${hasAny('scans', client)}`,
  },
} as const satisfies Record<Scope, Block>

type Blocks = typeof BLOCKS

/** The fields of GraphQL's `Asset` that are blocks. */
export type BlockField = Exclude<Blocks[Scope]['field'], null>

type Valued<Members> = {
  readonly [Name in keyof Members]: Members[Name] extends { readonly check: Check<infer Value> }
    ? Value
    : never
}
type RowOfBlock<Each extends Scope> = Valued<Blocks[Each]['columns'] & Blocks[Each]['related']>
/** An asset as JSON gives it: an empty list is null. A block that was not read has none of its members. */
export type AssetRow = RowOfBlock<'registry'> &
  Intersection<{ [Each in Scope]: Partial<RowOfBlock<Each>> }[Exclude<Scope, 'registry'>]>

function hasAny(table: string, client: string): string {
  return `EXISTS (SELECT FROM ${table} r WHERE r.client_id = ${client} AND r.registry_id = a.registry_id)`
}
