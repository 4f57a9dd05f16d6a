import type pg from 'pg'

const DAY_MS = 86_400_000
const BATCH_SIZE = 10_000

/** How long rows are stored: they are removed this many days after the instant in the column. */
const RETENTION = [
  { table: 'sessions', column: 'expires_at', days: 1 },
  // Longer than any session stays open without being used.
  { table: 'sessions', column: 'active_at', days: 1 },
  { table: 'verifications', column: 'expires_at', days: 1 },
  { table: 'invitations', column: 'expires_at', days: 1 },
  { table: 'member_invitations', column: 'expires_at', days: 1 },
  { table: 'sign_in_counters', column: 'ends_at', days: 0 },
  { table: 'sign_in_events', column: 'at', days: 400 },
  // Longer than a connection link is valid: declining one is recorded once.
  // A visit is never later than the expiry of its link, so it is removed before the link.
  { table: 'link_visits', column: 'opened_at', days: 400 },
  { table: 'connection_links', column: 'expires_at', days: 400 },
  { table: 'idempotency_keys', column: 'at', days: 90 },
  { table: 'key_usage', column: 'hour', days: 400 },
  { table: 'grant_usage', column: 'hour', days: 400 },
  { table: 'request_errors', column: 'at', days: 90 },
] as const

/** Removes the rows whose retention is over and returns how many, by table. */
export async function purgeExpired(
  pool: pg.Pool,
  now: Date,
  batchSize = BATCH_SIZE,
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {}
  for (const { table, column, days } of RETENTION) {
    const end = new Date(now.getTime() - days * DAY_MS)
    const count = await removeBefore(pool, table, column, end, batchSize)
    if (count > 0) removed[table] = (removed[table] ?? 0) + count
  }
  return removed
}

// In batches, so that no lock is held for long.
async function removeBefore(
  pool: pg.Pool,
  table: string,
  column: string,
  end: Date,
  batchSize: number,
): Promise<number> {
  const old = `SELECT ctid FROM ${table} WHERE ${column} < $1 LIMIT $2`
  const text = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${old})) AND ${column} < $1`
  let count = 0
  for (let last = batchSize; last === batchSize; count += last)
    last = (await pool.query(text, [end, batchSize])).rowCount ?? 0
  return count
}
