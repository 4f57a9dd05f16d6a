import { SCOPES, type ScopeSet } from '../../access/scopes.ts'
import { type Columns, type RowReader, rowReader } from '../../access/stored-row.ts'
import { type AssetRow, BLOCK_TEXTS, BLOCKS, type Block } from './asset.blocks.ts'

/** A block with the reader of its columns. */
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
 * The blocks that are both requested, by field name, and visible. The registry block is always visible and is not in
 * the result.
 */
export function visibleBlocks(
  requested: ReadonlySet<string>,
  scopes: ScopeSet,
): readonly ReadableBlock[] {
  return OPTIONAL_BLOCKS.filter(
    ({ field, scope }) =>
      field !== null &&
      (requested.has(field) || requested.has(BLOCK_TEXTS.get(field) ?? field)) &&
      scopes.has(scope),
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
