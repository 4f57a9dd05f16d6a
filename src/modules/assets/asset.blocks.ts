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

/** The part of an asset that one scope shows. */
export interface Block {
  /**
   * The field of GraphQL's `Asset` and `AssetPreview` for the block. Null: the members of the block are members of the
   * asset itself.
   */
  readonly field: string | null
  /** Columns of `assets`. No block has private (P0) columns. */
  readonly columns: Readonly<Record<string, Column>>
  readonly related: Readonly<Record<string, Related>>
  /**
   * The SQL condition that asset `a` of the client has something to show in this block. The columns of the asset itself
   * are tested first because they are the cheapest.
   */
  readonly hasContent: (client: string) => string
}

/** The blocks of an asset. Only this table defines what each scope reads. */
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

/** The names of the columns of a block. */
export type ColumnOf<Each extends Scope> = Extract<keyof Blocks[Each]['columns'], string>

/** The names of the related lists of a block. */
export type RelatedOf<Each extends Scope> = Extract<keyof Blocks[Each]['related'], string>

type Valued<Members> = {
  readonly [Name in keyof Members]: Members[Name] extends { readonly check: Check<infer Value> }
    ? Value
    : never
}
type RowOfBlock<Each extends Scope> = Valued<Blocks[Each]['columns'] & Blocks[Each]['related']>
/** An asset as it is read from JSON. An empty list is null. The members of a block that was not read are absent. */
export type AssetRow = RowOfBlock<'registry'> &
  Intersection<{ [Each in Scope]: Partial<RowOfBlock<Each>> }[Exclude<Scope, 'registry'>]>

function hasAny(table: string, client: string): string {
  return `EXISTS (SELECT FROM ${table} r WHERE r.client_id = ${client} AND r.registry_id = a.registry_id)`
}
