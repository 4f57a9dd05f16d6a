import {
  type Columns,
  isNumber,
  isText,
  isTexts,
  orNull,
  type RowOf,
  type RowReader,
  rowReader,
} from '../../access/rows.ts'
import { SCOPES, type Scope } from '../../access/scopes.ts'
import type { Visibility } from '../../access/visibility.ts'
import type { Params } from '../../database/statement.ts'
import { isCategory } from '../../values/categories.ts'
import { visibleChangeTime } from './change-times.ts'

export interface Block {
  /** The field of GraphQL for the block. Null: the members of the block are members of the asset itself. */
  readonly field: string | null
  /** Columns of `assets`. No block has private (P0) columns. */
  readonly columns: Columns
  /** The SQL condition that asset `a` has something to show in this block. */
  readonly hasContent: string
}

/**
 * The blocks of an asset. Only this table defines what each scope reads. A block that no rule reads is one text, as
 * `stored-blocks.ts` writes it. The columns of the others are what filters, orders, sums and completeness read.
 */
export const BLOCKS = {
  registry: {
    field: null,
    columns: {
      registry_id: isText,
      id: isText,
      title: isText,
      category: isCategory,
      quantity: isText,
      created_at: isText,
      updated_at: isText,
    },
    hasContent: 'true',
  },
  valuation: {
    field: 'valuation',
    columns: {
      market_value: orNull(isText),
      purchase_price: orNull(isText),
      insurance_value: orNull(isText),
      valued_at: orNull(isText),
    },
    hasContent:
      'a.market_value IS NOT NULL OR a.purchase_price IS NOT NULL OR a.insurance_value IS NOT NULL',
  },
  detail: {
    field: 'detail',
    columns: { detail: orNull(isText), collections: orNull(isText) },
    hasContent: 'a.detail IS NOT NULL OR a.collections IS NOT NULL',
  },
  category_detail: {
    field: 'categoryDetail',
    columns: { category_detail: orNull(isText) },
    hasContent: 'a.category_detail IS NOT NULL',
  },
  documentation: {
    field: 'documentation',
    columns: { document_count: isNumber, document_types: orNull(isTexts) },
    hasContent: 'a.document_count > 0',
  },
  estate: {
    field: 'estate',
    columns: { estate: orNull(isText) },
    hasContent: 'a.estate IS NOT NULL',
  },
  verification: {
    field: 'verification',
    columns: { verification: orNull(isText) },
    hasContent: 'a.verification IS NOT NULL',
  },
} as const satisfies Record<Scope, Block>

type Blocks = typeof BLOCKS

export type BlockField = Exclude<Blocks[Scope]['field'], null>

export type ColumnOf<Each extends Scope> = Extract<keyof Blocks[Each]['columns'], string>

type RowOfBlock<Each extends Scope> = RowOf<Blocks[Each]['columns']>
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
  readonly scope: Scope
  readonly read: RowReader<unknown>
}

const READABLE = SCOPES.map((scope): ReadableBlock => {
  const block: Block = BLOCKS[scope]
  return { scope, ...block, read: rowReader('assets', block.columns) }
})
const REGISTRY = BLOCKS.registry
const readRegistry = rowReader('assets', REGISTRY.columns)

// Instants are sent as text. The driver gives decimals and categories as text already: a number of JavaScript would
// round a decimal.
const INSTANTS = ['created_at', 'valued_at']

/**
 * The columns of assets `a` to select: those of registry, and of the blocks that are both requested, by field name or
 * as `blockTexts`, and visible. `updated_at` is the latest visible change: the stored one counts the changes of all
 * scopes. `read` reads such rows. It throws `StoredDataError`.
 */
export function selectBlocks(
  visibility: Visibility,
  requested: ReadonlySet<string>,
  params: Params,
) {
  const blocks = visibleBlocks(visibility, requested)
  const names = [REGISTRY, ...blocks].flatMap(({ columns }) => Object.keys(columns))
  const changedAt = visibleChangeTime(visibility, params)
  const columns = names.map((name) => {
    if (name === 'updated_at') return `(${changedAt})::text AS updated_at`
    return INSTANTS.includes(name) ? `a.${name}::text AS ${name}` : `a.${name}`
  })
  return {
    columns: columns.join(', '),
    read: assetReader(blocks),
    showsVerification: names.includes('verification'),
  }
}

function visibleBlocks({ scopes }: Visibility, requested: ReadonlySet<string>) {
  const all = requested.has('blockTexts')
  return READABLE.filter(
    ({ field, scope }) => field !== null && (all || requested.has(field)) && scopes.has(scope),
  )
}

function assetReader(blocks: readonly ReadableBlock[]): RowReader<AssetRow> {
  return (row) => {
    for (const { read } of blocks) read(row)
    return readRegistry(row)
  }
}
