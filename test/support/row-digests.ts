import type { Pool } from 'pg'

/**
 * A digest of the rows of each table, by its name. A row that is written again differs, with the same values too.
 * The counters of the server tell less: other databases and the server itself advance them.
 */
export async function rowDigests(pool: Pool): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  )
  const row = `concat_ws(' ', t.ctid, t.xmin, t::text)`
  const reads = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(string_agg(${row}, '|' ORDER BY ${row})) AS digest FROM "${name}" t`,
  )
  const { rows } = await pool.query<{ name: string; digest: string }>(reads.join(' UNION ALL '))
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}
