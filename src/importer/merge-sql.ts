/**
 * How the file's records of one table are merged into the rows of one client. The statements run in
 * order. Each is fast even with outdated planner statistics, since both sides of every join are indexed
 * by the whole identity.
 */
export interface Merge {
  table: string
  /** The temporary table of the rows as they will be. */
  next: string
  /** The columns that identify a row, beside the client. */
  identity: readonly string[]
  /** The columns that the file provides. */
  provided: readonly string[]
  /** The columns that are set when the row is created and never change. */
  fixed: readonly string[]
  /** A query for rows of all those columns, no two of one identity; `$1` is the client. */
  source: string
}

/** Creates the rows as they will be. `$1` is the client. */
export function gatherSql({ next, source }: Merge): string {
  return `
    CREATE TEMP TABLE ${next} ON COMMIT DROP AS
    SELECT $1::text AS client_id, n.* FROM (${source}) n`
}

/** Indexes those rows. */
export function indexSql({ next, identity }: Merge): string {
  const columns = identity.join(', ')
  return `CREATE UNIQUE INDEX ON ${next} (${columns}); ANALYZE ${next} (${columns})`
}

/** Deletes the rows of the file's assets that the file does not contain. `$1` is the client. */
export function pruneSql({ table, next, identity }: Merge): string {
  return `
    DELETE FROM ${table} t USING imported_assets s
     WHERE t.client_id = $1 AND t.registry_id = s.registry_id
       AND NOT EXISTS (SELECT FROM ${next} n WHERE ${same(identity)})`
}

/** Updates the rows that differ, and no others: triggers count every updated row as changed. `$1` is the client. */
export function updateSql({ table, next, identity, provided }: Merge): string {
  return `
    UPDATE ${table} t SET ${provided.map((column) => `${column} = n.${column}`).join(', ')}
      FROM ${next} n
     WHERE t.client_id = $1 AND ${same(identity)}
       AND ROW(${of('t', provided)}) IS DISTINCT FROM ROW(${of('n', provided)})`
}

/** Inserts the rows that are missing. `$1` is the client. */
export function insertSql({ table, next, identity, provided, fixed }: Merge): string {
  const columns = [...identity, ...provided, ...fixed]
  return `
    INSERT INTO ${table} (client_id, ${columns.join(', ')})
    SELECT client_id, ${of('n', columns)}
      FROM ${next} n
     WHERE NOT EXISTS (SELECT FROM ${table} t WHERE t.client_id = $1 AND ${same(identity)})`
}

function same(columns: readonly string[]): string {
  return columns.map((column) => `t.${column} = n.${column}`).join(' AND ')
}

function of(row: string, columns: readonly string[]): string {
  return columns.map((column) => `${row}.${column}`).join(', ')
}
