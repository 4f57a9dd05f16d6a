/**
 * How the rows of one client in a table come to be what the file states. The statements run in
 * their order; each is quick whatever the planner believes about tables that have just grown,
 * since both sides of every join are indexed by the whole identity.
 */
export interface Merge {
  table: string
  /** The temporary table of what is to be. */
  next: string
  /** What says which row it is, beside the client. */
  identity: readonly string[]
  /** What the file states about it. */
  stated: readonly string[]
  /** What is set when the row is made and stays. */
  fixed: readonly string[]
  /** A query for rows of all those columns, no two of one identity; `$1` is the client. */
  source: string
}

/** Gathers the rows that are to be. `$1` is the client. */
export function gatherSql({ next, source }: Merge): string {
  return `
    CREATE TEMP TABLE ${next} ON COMMIT DROP AS
    SELECT $1::text AS client_id, n.* FROM (${source}) n`
}

/** Makes what was gathered quick to find. */
export function indexSql({ next, identity }: Merge): string {
  const columns = identity.join(', ')
  return `CREATE UNIQUE INDEX ON ${next} (${columns}); ANALYZE ${next} (${columns})`
}

/** Deletes what the file's assets have and the file does not state. `$1` is the client. */
export function pruneSql({ table, next, identity }: Merge): string {
  return `
    DELETE FROM ${table} t USING stated s
     WHERE t.client_id = $1 AND t.registry_id = s.registry_id
       AND NOT EXISTS (SELECT FROM ${next} n WHERE ${same(identity)})`
}

/** Writes what differs, and touches no other row: triggers take every row touched for a change. `$1` is the client. */
export function updateSql({ table, next, identity, stated }: Merge): string {
  return `
    UPDATE ${table} t SET ${stated.map((column) => `${column} = n.${column}`).join(', ')}
      FROM ${next} n
     WHERE t.client_id = $1 AND ${same(identity)}
       AND ROW(${of('t', stated)}) IS DISTINCT FROM ROW(${of('n', stated)})`
}

/** Makes the rows that are not there. `$1` is the client. */
export function insertSql({ table, next, identity, stated, fixed }: Merge): string {
  const columns = [...identity, ...stated, ...fixed]
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
