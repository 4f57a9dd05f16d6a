import type { Scope } from '../access/scopes.ts'
import type { Table } from './staging.ts'

/**
 * Describes how the file's records of one table are merged into the rows of one client. The statements run
 * in the order of the functions below. Each is fast even with outdated planner statistics, because both
 * sides of every join have an index on the whole identity.
 *
 * In a statement with a table of the portfolio, a temporary table is written as `(TABLE name)`, and each table of the
 * portfolio is limited to the client by `$1`. A Citus cluster then sends the rows of the temporary table to the
 * node of the client, and runs the statement there. On a single server both forms mean the same.
 */
export interface Merge {
  table: string
  /** The temporary table of the rows as they should be after the merge. */
  next: string
  /** The columns that identify a row, together with the client. */
  identity: readonly string[]
  /** The columns that the file provides, by the scope that shows them. No scope shows `private` (P0). */
  provided: Readonly<Partial<Record<ColumnScope, readonly string[]>>>
  /** The columns that are set when the row is created and never change. */
  fixed: readonly string[]
  /** A query for rows with all these columns. No two rows have the same identity. `$1` is the client. */
  source: string
}

/** A merge whose rows belong to assets: both tables have the column `registry_id`. */
export interface MergeOfAssets extends Merge {
  /** The scope that shows whether a row exists. */
  scope: Scope
}

/** A merge of a list of each asset: the list of the file replaces the stored one. */
export interface MergeOfLists extends MergeOfAssets {
  staged: Table
}

/** A merge of records that the file can also remove, one by one. */
export interface MergeWithRemovals extends MergeOfAssets {
  /** A query for the identities of the rows to remove. They need not exist. None of them is in `source`. */
  removals: string
}

export type ColumnScope = Scope | 'private'

/** Creates the table `next` in the order of the identity, in which most indexes are filled faster. `$1`: the client. */
export function gatherSql({ next, identity, source }: Merge): string {
  return `
    CREATE TEMP TABLE ${next} ON COMMIT DROP AS
    SELECT $1::text AS client_id, n.* FROM (${source}) n ORDER BY ${of('n', identity)}`
}

export function indexSql({ next, identity }: Merge): string {
  const columns = identity.join(', ')
  return `CREATE UNIQUE INDEX ON ${next} (${columns}); ANALYZE ${next} (${columns})`
}

/** Deletes the rows of the file's assets that the file does not contain. `$1` is the client. */
export function pruneSql(merge: Merge): string {
  return `
    DELETE FROM ${merge.table} t USING (TABLE imported_assets) s WHERE ${isPruned(merge)}`
}

/** Records the assets of the rows that the file removes. `$1` is the client. */
export function noteRemovedSql({ table, identity, scope, removals }: MergeWithRemovals): string {
  return `
    INSERT INTO changed_assets
    SELECT t.registry_id, '${scope}' FROM ${table} t JOIN (${removals}) n ON ${same(identity)}
     WHERE t.client_id = $1`
}

export function removeSql({ table, identity, removals }: MergeWithRemovals): string {
  return `
    DELETE FROM ${table} t USING (${removals}) n WHERE t.client_id = $1 AND ${same(identity)}`
}

/** Updates the rows that differ, and no others. `$1` is the client. */
export function updateSql(merge: Merge): string {
  const { table, next, identity } = merge
  const columns = providedBy(merge)
  return `
    UPDATE ${table} t SET ${columns.map((column) => `${column} = n.${column}`).join(', ')}
      FROM (TABLE ${next}) n
     WHERE t.client_id = $1 AND ${same(identity)} AND ${differ(columns)}`
}

export function insertSql(merge: Merge): string {
  const { table, next, identity, fixed } = merge
  const columns = [...identity, ...providedBy(merge), ...fixed]
  return `
    INSERT INTO ${table} (client_id, ${columns.join(', ')})
    SELECT client_id, ${of('n', columns)} FROM (TABLE ${next}) n WHERE ${isMissing(merge)}`
}

/** The condition that row `t` belongs to an asset `s` of the file, and the file does not contain the row. */
export function isPruned({ next, identity }: Merge): string {
  return `t.client_id = $1 AND t.registry_id = s.registry_id
       AND NOT EXISTS (SELECT FROM (TABLE ${next}) n WHERE ${same(identity)})`
}

/** The condition that the table lacks row `n`. */
export function isMissing({ table, identity }: Merge): string {
  return `NOT EXISTS (SELECT FROM ${table} t WHERE t.client_id = $1 AND ${same(identity)})`
}

/** The condition that rows `t` and `n` differ in one of the columns. */
export function differ(columns: readonly string[]): string {
  return `ROW(${of('t', columns)}) IS DISTINCT FROM ROW(${of('n', columns)})`
}

/** The condition that rows `t` and `n` have equal columns. */
export function same(columns: readonly string[]): string {
  return columns.map((column) => `t.${column} = n.${column}`).join(' AND ')
}

function providedBy({ provided }: Merge): string[] {
  return Object.values(provided).flat()
}

function of(row: string, columns: readonly string[]): string {
  return columns.map((column) => `${row}.${column}`).join(', ')
}
