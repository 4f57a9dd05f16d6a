// Advisory locks of a transaction, by client. The numbers mean nothing; they set these locks apart.
const LOCKS = { import: 7_274_340, terms: 7_274_341 } as const

/** What a transaction is about to write: the portfolio's data, or the terms of a grant over it. */
export type Written = keyof typeof LOCKS

/**
 * The statement that a writer runs before it takes its instant. The lock is held until the commit. It is
 * taken on the node of the portfolio's row, as readers do: each node has advisory locks of its own.
 */
export function lockSql(written: Written, client: string): string {
  return `SELECT pg_advisory_xact_lock(${LOCKS[written]}, hashtext(client_id)) FROM portfolios WHERE client_id = ${client}`
}

/**
 * Columns that say whether nobody is writing portfolio `alias`, and the clock. A read in a later
 * statement then sees all that has an instant up to that of the clock. The test does not wait.
 */
export function quietSql(alias: string): string {
  const free = (written: Written) =>
    `pg_try_advisory_xact_lock_shared(${LOCKS[written]}, hashtext(${alias}.client_id))`
  return `${free('import')} AS import_free, ${free('terms')} AS terms_free,
    date_trunc('milliseconds', clock_timestamp()) AS clock`
}
