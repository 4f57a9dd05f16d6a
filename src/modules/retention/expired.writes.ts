import type pg from 'pg'

const DAY_MS = 86_400_000
const REMOVED_AT_ONCE = 10_000

/** Rows that nobody asks for any more, by the instant past which that is so, and how many days on. */
const ENDED = [
  { table: 'sessions', column: 'expires_at', days: 1 },
  // Not used for longer than any session stays open.
  { table: 'sessions', column: 'active_at', days: 1 },
  { table: 'verifications', column: 'expires_at', days: 1 },
  { table: 'invitations', column: 'expires_at', days: 1 },
  { table: 'sign_in_counters', column: 'ends_at', days: 0 },
  { table: 'sign_in_events', column: 'at', days: 400 },
  // Longer than a connection link lives, which is declined once.
  { table: 'idempotency_keys', column: 'at', days: 90 },
] as const

/** Removes what has ended, and tells how many rows of which tables. */
export async function purgeExpired(pool: pg.Pool, now: Date): Promise<Record<string, number>> {
  const removed: Record<string, number> = {}
  for (const { table, column, days } of ENDED) {
    const end = new Date(now.getTime() - days * DAY_MS)
    const count = await removeBefore(pool, table, column, end)
    if (count > 0) removed[table] = (removed[table] ?? 0) + count
  }
  return removed
}

// A piece at a time, so that no lock is held for long.
async function removeBefore(pool: pg.Pool, table: string, column: string, end: Date) {
  const old = `SELECT ctid FROM ${table} WHERE ${column} < $1 LIMIT ${REMOVED_AT_ONCE}`
  const text = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${old})) AND ${column} < $1`
  let count = 0
  for (let last = REMOVED_AT_ONCE; last === REMOVED_AT_ONCE; count += last)
    last = (await pool.query(text, [end])).rowCount ?? 0
  return count
}
