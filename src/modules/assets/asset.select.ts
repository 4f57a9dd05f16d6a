import { SCOPES, type ScopeSet } from '../../access/scopes.ts'
import { type Columns, type RowReader, rowReader } from '../../access/stored-row.ts'
import type { Visibility } from '../../access/visibility.ts'
import type { Params } from '../../database/statement.ts'
import { type AssetRow, BLOCKS, type Block } from './asset.blocks.ts'
import { listOfAsset, listsOfPage, type OfAssets } from './asset.related.ts'
import { visibleChangeTime } from './change-times.ts'

/** A block with the reader of its columns. */
interface ReadableBlock extends Block {
  readonly read: RowReader<unknown>
}

const REGISTRY = BLOCKS.registry
const OPTIONAL_BLOCKS = SCOPES.filter((scope) => scope !== 'registry').map((scope) => {
  const block: Block = BLOCKS[scope]
  const checks = checksOf({ ...block.columns, ...block.related })
  return { scope, ...block, read: rowReader('assets', checks) }
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
    ({ field, scope }) => field !== null && requested.has(field) && scopes.has(scope),
  )
}

/**
 * The columns of registry and of these blocks for one asset `a`. `changedAt` is the SQL for its `updated_at`, `client`
 * is the SQL for its client.
 */
export function selectOne(blocks: readonly Block[], changedAt: string, client: string): string {
  const lists = relatedTo(blocks).map(([name, related]) => listOfAsset(name, related, client))
  return [...columnsOf(blocks, changedAt), ...lists].join(', ')
}

/**
 * The columns of registry and of these blocks for the assets `a` of the CTE `page (registry_id)`, all of one client,
 * and the joins that they need.
 */
export function selectPage(
  blocks: readonly Block[],
  visibility: Visibility,
  params: Params,
): { readonly columns: string; readonly joins: string } {
  const related = relatedTo(blocks)
  const ofPage = belongsToPage(visibility, params)
  const lists = related.map(([name]) => `${name}.list AS ${name}`)
  const joins = related.map(([name, each]) => listsOfPage(name, each, ofPage))
  const changedAt = visibleChangeTime(visibility, 'a', params)
  return { columns: [...columnsOf(blocks, changedAt), ...lists].join(', '), joins: joins.join(' ') }
}

/** Reads rows that were selected with these blocks. Throws `StoredDataError`. */
export function assetReader(blocks: readonly ReadableBlock[]): RowReader<AssetRow> {
  return (row) => {
    for (const { read } of blocks) read(row)
    return readRegistry(row)
  }
}

function belongsToPage({ clientId }: Visibility, params: Params): OfAssets {
  let client: string | undefined
  return (alias) => {
    // The parameter is added at its first use: PostgreSQL finds no type for a parameter that is not used.
    client ??= params.add(clientId)
    return `${alias}.client_id = ${client} AND ${alias}.registry_id = ANY (ARRAY (SELECT registry_id FROM page))`
  }
}

// The stored `updated_at` counts the changes of all scopes, visible or not, so it is replaced.
function columnsOf(blocks: readonly Block[], changedAt: string): string[] {
  return [REGISTRY, ...blocks].flatMap(({ columns }) =>
    Object.entries(columns).map(([name, { select }]) =>
      name === 'updated_at' ? `${changedAt} AS updated_at` : select(name),
    ),
  )
}

function relatedTo(blocks: readonly Block[]) {
  return blocks.flatMap(({ related }) => Object.entries(related))
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
