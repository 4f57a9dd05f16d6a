// The instants that may have been used for a client: of a change, of the start of an import, of the start of possible
// deltas, and of the terms of a grant. Earlier releases also used that of an expired share link, `until`. An import
// records its start first, and then gets a later instant.
const USED_INSTANTS = [
  { table: 'portfolios', latest: 'greatest(changed_at, import_begun_at, full_before)' },
  { table: 'grants', latest: 'updated_at' },
  { table: 'shown_expiries', latest: 'greatest(until, deltas_from)' },
]

/** One query for each table that has instants. Each returns the latest one in its rows that meet the condition. */
export function latestInstantQueries(where: string): readonly string[] {
  return USED_INSTANTS.map(
    ({ table, latest }) => `SELECT max(${latest}) AS at FROM ${table} WHERE ${where}`,
  )
}

/**
 * SQL for the next instant of a client: the present instant of the database, or one millisecond after the latest
 * instant that was used before, if that is later. The clock of the database may have been set back. `client` is the
 * placeholder of the client.
 */
export function nextInstantSql(client: string): string {
  const ofClient = `client_id = ${client}`
  const latest = latestInstantQueries(ofClient).map((query) => `(${query})`)
  return `SELECT greatest(date_trunc('milliseconds', clock_timestamp()),
      greatest(${latest.join(', ')}) + interval '1 millisecond')::timestamptz(3) AS at
    FROM portfolios WHERE ${ofClient}`
}
