import type pg from 'pg'

/** The storage of one table, in bytes. */
export interface TableStorage {
  readonly table: string
  readonly rows: number
  /** With its out-of-line values and its maps. */
  readonly heap: number
  readonly indexes: number
}

/** The size of the portfolios on the disk. */
export interface Storage {
  readonly clients: number
  readonly assets: number
  readonly bytes: number
  readonly bytesPerAsset: number
  readonly tables: readonly TableStorage[]
}

const TEXT = `
  SELECT c.relname AS table, c.reltuples::float8 AS rows, pg_table_size(c.oid)::float8 AS heap,
         pg_indexes_size(c.oid)::float8 AS indexes
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.reltuples > 64
   ORDER BY pg_total_relation_size(c.oid) DESC`

/** Reads what is stored. Small empty tables are left out. */
export async function measureStorage(pool: pg.Pool): Promise<Storage> {
  const { rows: tables } = await pool.query<TableStorage>(TEXT)
  const counts = await pool.query<{ clients: number; assets: number }>(
    'SELECT (SELECT count(*)::int FROM portfolios) AS clients, (SELECT count(*)::int FROM assets) AS assets',
  )
  const { clients = 0, assets = 0 } = counts.rows[0] ?? {}
  const bytes = tables.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0)
  return { clients, assets, bytes, bytesPerAsset: Math.round(bytes / assets), tables }
}
