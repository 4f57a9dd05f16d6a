// Advisory locks: an import locks its client, a change of terms its grant. Other locks have other numbers.
const LOCKS = { import: 7_274_340, terms: 7_274_341 } as const

/**
 * The statement that an import runs before it takes its instant. The lock is held until the commit. Each node has
 * its own advisory locks, so importers and readers both take the lock on the node of the portfolio's row.
 */
export function lockImportSql(client: string): string {
  return `SELECT pg_advisory_xact_lock(${LOCKS.import}, hashtext(client_id)) FROM portfolios WHERE client_id = ${client}`
}

/** The same for a change of the terms of a grant. Only readers under this grant see such a change. */
export function lockTermsSql(client: string, grant: string): string {
  return `SELECT pg_advisory_xact_lock(${LOCKS.terms}, hashtext(${grant})) FROM portfolios WHERE client_id = ${client}`
}

/**
 * The lock of a client's entries in the feeds, on the first node. A report that finds it taken comes later. An erasure
 * waits for it: otherwise a report that had read a reference before could store it after the erasure.
 */
export const FEED_LOCK = 7_274_350

/**
 * Columns for a reader: whether no transaction writes portfolio `alias`, and whether none writes the terms of the
 * grant. They do not wait for a lock. `grant` is the SQL for its id; null: the reader has no grant.
 */
export function writersSql(alias: string, grant: string | null): string {
  const free = (lock: number, name: string) =>
    `pg_try_advisory_xact_lock_shared(${lock}, hashtext(${name}))`
  const termsFree = grant === null ? 'true' : free(LOCKS.terms, grant)
  return `${free(LOCKS.import, `${alias}.client_id`)} AS import_free, ${termsFree} AS terms_free`
}

// The instants that may have been used for a client. Earlier releases also used that of an expired share link, `until`.
// An import records its start first, and then gets a later instant.
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
 * SQL for the next instant of a client: the present instant of the database, or one millisecond after the latest that
 * was used before, if that is later. The clock may have been set back. `client` is the placeholder of the client.
 */
export function nextInstantSql(client: string): string {
  const ofClient = `client_id = ${client}`
  const latest = latestInstantQueries(ofClient).map((query) => `(${query})`)
  return `SELECT greatest(date_trunc('milliseconds', clock_timestamp()),
      greatest(${latest.join(', ')}) + interval '1 millisecond')::timestamptz(3) AS at
    FROM portfolios WHERE ${ofClient}`
}
