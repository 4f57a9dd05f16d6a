import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { COLUMNS_BY_SCOPE } from '../../src/importer/asset-members.ts'
import type { ColumnScope } from '../../src/importer/merge-sql.ts'
import { BLOCKS, type Block } from '../../src/modules/assets/asset.blocks.ts'
import { CHANGE_TIMES } from '../../src/modules/assets/change-times.ts'
import { privateMembers } from '../contract/private-members.ts'

/** The columns that no scope shows. */
export const PRIVATE_COLUMNS: ReadonlySet<string> = new Set([
  ...privateMembers().map(({ column }) => column),
  ...(COLUMNS_BY_SCOPE.private ?? []),
])

const blocks: readonly [Scope, Block][] = SCOPES.map((scope) => [scope, BLOCKS[scope]])

/** The scope that shows a column of `assets`; null for the times of change, which follow from the others. */
export const SCOPE_OF_COLUMN: ReadonlyMap<string, ColumnScope | null> = new Map<
  string,
  ColumnScope | null
>([
  ...blocks.flatMap(([scope, { columns }]) =>
    Object.keys(columns).map((column) => [column, scope] as const),
  ),
  ...[...PRIVATE_COLUMNS].map((column) => [column, 'private'] as const),
  ...['updated_at', ...CHANGE_TIMES].map((column) => [column, null] as const),
])

/** The scope that shows the rows of a table that belong to an asset. */
export const SCOPE_OF_TABLE: ReadonlyMap<string, Scope> = new Map<string, Scope>([
  ['collection_items', 'detail'],
  ['asset_scans', 'verification'],
  ['valuations', 'valuation'],
  ['documents', 'documentation'],
])
