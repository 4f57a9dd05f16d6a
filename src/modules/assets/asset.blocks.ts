import type { Scope } from '../../access/scopes.ts'
import { type Check, isNumber, isText, isTexts, orNull } from '../../access/stored-row.ts'
import { type Category, isCategory } from '../../values/categories.ts'

/** All the types of a union at once. */
export type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** How a column of table `assets`, with the alias `a`, is selected, and the check of its value. */
interface Column<Value = unknown> {
  readonly select: (name: string) => string
  readonly check: Check<Value>
}

/** The part of an asset that one scope shows. */
export interface Block {
  /**
   * The field of GraphQL's `Asset` and `AssetPreview` for the block. Null: the members of the block are members of the
   * asset itself.
   */
  readonly field: string | null
  /** Columns of `assets`. No block has private (P0) columns. */
  readonly columns: Readonly<Record<string, Column>>
  /** The SQL condition that asset `a` has something to show in this block. */
  readonly hasContent: string
}

const asIs = (name: string) => `a.${name}`
// A decimal is text, because a number of JavaScript would round it. An instant is, because it is sent as text.
const asText = (name: string) => `a.${name}::text AS ${name}`

const TEXT: Column<string> = { select: asIs, check: isText }
const INTEGER: Column<number> = { select: asIs, check: isNumber }
const DECIMAL: Column<string> = { select: asText, check: isText }
const INSTANT: Column<string> = { select: asText, check: isText }
const TEXTS: Column<readonly string[]> = { select: asIs, check: isTexts }
const CATEGORY: Column<Category> = { select: asText, check: isCategory }

// The same column, but it may be null.
function nullable<Value>({ select, check }: Column<Value>): Column<Value | null> {
  return { select, check: orNull(check) }
}

/**
 * The blocks of an asset. Only this table defines what each scope reads. A block that no rule reads is one text, as
 * `stored-blocks.ts` writes it. The columns of the others are what filters, orders, sums and completeness read.
 */
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
    hasContent: 'true',
  },
  valuation: {
    field: 'valuation',
    columns: {
      market_value: nullable(DECIMAL),
      purchase_price: nullable(DECIMAL),
      insurance_value: nullable(DECIMAL),
      valued_at: nullable(INSTANT),
    },
    hasContent:
      'a.market_value IS NOT NULL OR a.purchase_price IS NOT NULL OR a.insurance_value IS NOT NULL',
  },
  detail: {
    field: 'detail',
    columns: { detail: nullable(TEXT), collections: nullable(TEXT) },
    hasContent: 'a.detail IS NOT NULL OR a.collections IS NOT NULL',
  },
  category_detail: {
    field: 'categoryDetail',
    columns: { category_detail: nullable(TEXT) },
    hasContent: 'a.category_detail IS NOT NULL',
  },
  documentation: {
    field: 'documentation',
    columns: { document_count: INTEGER, document_types: nullable(TEXTS) },
    hasContent: 'a.document_count > 0',
  },
  estate: {
    field: 'estate',
    columns: { estate: nullable(TEXT) },
    hasContent: 'a.estate IS NOT NULL',
  },
  verification: {
    field: 'verification',
    columns: { verification: nullable(TEXT) },
    hasContent: 'a.verification IS NOT NULL',
  },
} as const satisfies Record<Scope, Block>

type Blocks = typeof BLOCKS

/** The fields of GraphQL's `Asset` that are blocks. */
export type BlockField = Exclude<Blocks[Scope]['field'], null>

/** The fields with the texts of the blocks. */
export type BlockTextField = `${BlockField}Text`

/** The field with the text of a block, by the field of the block. */
export const BLOCK_TEXTS: ReadonlyMap<string, string> = new Map(
  Object.values(BLOCKS).flatMap(({ field }) => (field === null ? [] : [[field, `${field}Text`]])),
)

/** The names of the columns of a block. */
export type ColumnOf<Each extends Scope> = Extract<keyof Blocks[Each]['columns'], string>

type Valued<Members> = {
  readonly [Name in keyof Members]: Members[Name] extends { readonly check: Check<infer Value> }
    ? Value
    : never
}
type RowOfBlock<Each extends Scope> = Valued<Blocks[Each]['columns']>
/**
 * An asset as it is read. The members of a block that was not read are absent. `history` are all scans of an asset that is
 * read alone, if they are more than its block has.
 */
export type AssetRow = RowOfBlock<'registry'> &
  Intersection<{ [Each in Scope]: Partial<RowOfBlock<Each>> }[Exclude<Scope, 'registry'>]> & {
    readonly history?: string | null
  }
