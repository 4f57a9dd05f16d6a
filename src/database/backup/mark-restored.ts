import type pg from 'pg'

/**
 * Records that all portfolios, or that of one client, were restored. Mirrors may have data from after the backup.
 * So from now on, an `updated_since` from before this instant gives a full walk, a cursor from before it is rejected,
 * and new instants are later. `now` is the clock of this machine; if the clock of the database is later, that one
 * counts. Returns the number of portfolios.
 */
export async function markRestored(
  client: pg.ClientBase | pg.Pool,
  now: Date = new Date(),
  clientId: string | null = null,
): Promise<number> {
  const { rows } = await client.query<{ at: Date }>(
    "SELECT greatest(date_trunc('milliseconds', clock_timestamp()), $1)::timestamptz(3) AS at",
    [now],
  )
  const instants = rows.map(({ at }) => at.getTime())
  for (const latest of LATEST) {
    const found = await client.query<{ at: Date | null }>(latest, [clientId])
    for (const { at } of found.rows) if (at) instants.push(at.getTime() + 1)
  }
  const { rowCount } = await client.query(MARK, [new Date(Math.max(...instants)), clientId])
  return rowCount ?? 0
}

// The latest instants that were given, as in `latestInstantSql`. One instant for all: a cluster sets no column to an
// expression of others.
const OF_CLIENT = '$1::text IS NULL OR client_id = $1'
const LATEST = [
  `SELECT max(greatest(changed_at, import_begun_at, full_before)) AS at FROM portfolios WHERE ${OF_CLIENT}`,
  `SELECT max(updated_at) AS at FROM grants WHERE ${OF_CLIENT}`,
  `SELECT max(greatest(until, deltas_from)) AS at FROM shown_expiries WHERE ${OF_CLIENT}`,
]
const MARK = 'UPDATE portfolios SET full_before = $1 WHERE $2::text IS NULL OR client_id = $2'
