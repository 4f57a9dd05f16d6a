import {
  type Check,
  type Columns,
  isNumber,
  isText,
  isTexts,
  orNull,
  type RowReader,
  rowReader,
} from '../../access/rows.ts'
import { SCOPES, type Scope, type ScopeSet } from '../../access/scopes.ts'
import { type Category, isCategory } from '../../values/categories.ts'

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

export type BlockField = Exclude<Blocks[Scope]['field'], null>

export type ColumnOf<Each extends Scope> = Extract<keyof Blocks[Each]['columns'], string>

type Valued<Members> = {
  readonly [Name in keyof Members]: Members[Name] extends { readonly check: Check<infer Value> }
    ? Value
    : never
}
type RowOfBlock<Each extends Scope> = Valued<Blocks[Each]['columns']>
// All the types of a union at once.
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/**
 * An asset as it is read. The members of a block that was not read are absent. `history` are all scans of an asset that is
 * read alone, if they are more than its block has.
 */
export type AssetRow = RowOfBlock<'registry'> &
  Intersection<{ [Each in Scope]: Partial<RowOfBlock<Each>> }[Exclude<Scope, 'registry'>]> & {
    readonly history?: string | null
  }

interface ReadableBlock extends Block {
  readonly read: RowReader<unknown>
}

const REGISTRY = BLOCKS.registry
const OPTIONAL_BLOCKS = SCOPES.filter((scope) => scope !== 'registry').map((scope) => {
  const block: Block = BLOCKS[scope]
  return { scope, ...block, read: rowReader('assets', checksOf(block.columns)) }
})
const readRegistry = rowReader('assets', checksOf(REGISTRY.columns))

/**
 * The blocks that are both requested, by field name or as `blockTexts`, and visible. The registry block is always
 * visible and is not in the result.
 */
export function visibleBlocks(
  requested: ReadonlySet<string>,
  scopes: ScopeSet,
): readonly ReadableBlock[] {
  const all = requested.has('blockTexts')
  return OPTIONAL_BLOCKS.filter(
    ({ field, scope }) => field !== null && (all || requested.has(field)) && scopes.has(scope),
  )
}

/**
 * The columns of registry and of these blocks for assets `a`. `changedAt` is the SQL for their `updated_at`: the stored
 * one counts the changes of all scopes, visible or not.
 */
export function selectColumns(blocks: readonly Block[], changedAt: string): string {
  return [REGISTRY, ...blocks]
    .flatMap(({ columns }) =>
      Object.entries(columns).map(([name, { select }]) =>
        name === 'updated_at' ? `(${changedAt})::text AS updated_at` : select(name),
      ),
    )
    .join(', ')
}

/** The column with all scans of the single asset `a`, if one of the blocks shows them. `client` is the SQL for its client. */
export function selectHistory(blocks: readonly Block[], client: string): string {
  if (!blocks.some(({ field }) => field === 'verification')) return ''
  return `, (SELECT s.history FROM asset_scans s WHERE s.client_id = ${client} AND s.registry_id = a.registry_id) AS history`
}

/** Reads rows that were selected with these blocks. Throws `StoredDataError`. */
export function assetReader(blocks: readonly ReadableBlock[]): RowReader<AssetRow> {
  return (row) => {
    for (const { read } of blocks) read(row)
    return readRegistry(row)
  }
}

type Checks<Members extends Readonly<Record<string, { readonly check: unknown }>>> = {
  readonly [Name in keyof Members]: Members[Name]['check']
}

function checksOf<Members extends Readonly<Record<string, { readonly check: Columns[string] }>>>(
  members: Members,
): Checks<Members> {
  const checks = Object.entries(members).map(([name, { check }]) => [name, check])
  // The type of `fromEntries` loses the names.
  return Object.fromEntries(checks) as Checks<Members>
}
