import type { ColumnScope } from '../../src/importer/merge-sql.ts'
import type { ClientChanges, Row, RowChange } from './change-log.ts'
import { PRIVATE_COLUMNS, SCOPE_OF_COLUMN, SCOPE_OF_TABLE } from './scopes.ts'

/** The ids of the collections that each asset of a client is in. */
export type Items = ReadonlyMap<string, ReadonlySet<string>>

/** One transaction's changes of one client, sorted by what they are. */
export interface Transaction {
  readonly clientId: string
  readonly portfolio: RowChange | undefined
  /** The rows of assets that are new, gone or different, by registry id. */
  readonly assets: ReadonlyMap<string, RowChange>
  /** For each asset the scopes that show what was changed of it, by its columns and related rows. */
  readonly changed: ReadonlyMap<string, ReadonlySet<ColumnScope>>
  readonly tombstones: readonly RowChange[]
  readonly grants: readonly RowChange[]
  readonly before: Items
  readonly after: Items
  /** Changes that no rule knows. */
  readonly unknown: readonly string[]
}

const FOLLOWING_TABLES = ['portfolios', 'tombstones', 'removed_assets', 'grants', 'collections']

/** Sorts the changes. `after` says which collections the assets are in after them. */
export function sortChanges({ clientId, rows }: ClientChanges, after: Items): Transaction {
  const of = (table: string) => rows.filter((row) => row.table === table)
  const before = itemsBefore(of('collection_items'), after)
  const changed = new Map<string, Set<ColumnScope>>()
  const unknown: string[] = []
  const add = (registryId: unknown, scope: ColumnScope) => {
    const id = String(registryId)
    changed.set(id, (changed.get(id) ?? new Set()).add(scope))
  }
  for (const row of rows) {
    const scope = SCOPE_OF_TABLE.get(row.table)
    const ids = idsOf(row)
    if (scope) for (const id of ids) add(id, isPrivate(row) ? 'private' : scope)
    else if (row.table === 'assets')
      for (const column of row.old && row.new ? row.columns : []) {
        const columnScope = SCOPE_OF_COLUMN.get(column)
        if (columnScope === undefined) unknown.push(`${ids[0]}: no scope shows column ${column}`)
        else if (columnScope !== null) add(ids[0], columnScope)
      }
    else if (!FOLLOWING_TABLES.includes(row.table)) unknown.push(`table ${row.table} is in no rule`)
  }
  for (const { old, new: next } of of('collections'))
    if (old && next)
      for (const items of [before, after])
        for (const [registryId, collections] of items)
          if (collections.has(String(next.id))) add(registryId, 'detail')
  return {
    clientId,
    portfolio: of('portfolios')[0],
    assets: new Map(of('assets').map((row) => [idsOf(row)[0] ?? '', row])),
    changed,
    tombstones: of('tombstones'),
    grants: of('grants'),
    before,
    after,
    unknown,
  }
}

function isPrivate({ old, new: next, columns }: RowChange): boolean {
  return old !== null && next !== null && columns.every((column) => PRIVATE_COLUMNS.has(column))
}

// A row that moves to another asset changes both.
function idsOf({ old, new: next }: RowChange): string[] {
  const ids = [old, next].flatMap((row: Row | null) => (row ? [String(row.registry_id)] : []))
  return [...new Set(ids)]
}

function itemsBefore(rows: readonly RowChange[], after: Items): Items {
  const before = new Map([...after].map(([id, collections]) => [id, new Set(collections)]))
  for (const { old, new: next } of rows) {
    if (next) before.get(String(next.registry_id))?.delete(String(next.collection_id))
    if (!old) continue
    const id = String(old.registry_id)
    before.set(id, (before.get(id) ?? new Set()).add(String(old.collection_id)))
  }
  return before
}
