/**
 * SQL for the next instant of a client: the present instant of the database, or one millisecond after the latest
 * instant that was used before, if that is later. The clock of the database may have been set back. `client` is the
 * placeholder of the client.
 */
export function nextInstantSql(client: string): string {
  return `SELECT greatest(date_trunc('milliseconds', clock_timestamp()),
      ${latestInstantSql('p', client)} + interval '1 millisecond')::timestamptz(3) AS at
    FROM portfolios p WHERE p.client_id = ${client}`
}

// SQL for the latest instant that may have been used for the client of portfolio `alias`: of a change, of the start of
// an import, of the terms of a grant, of an expired share link, or of the start of possible deltas. An import records
// its start first, and then gets a later instant.
function latestInstantSql(alias: string, client: string): string {
  return `greatest(${alias}.changed_at, ${alias}.import_begun_at, ${alias}.full_before,
      (SELECT max(g.updated_at) FROM grants g WHERE g.client_id = ${client}),
      (SELECT greatest(x.until, x.deltas_from) FROM shown_expiries x WHERE x.client_id = ${client}))`
}
