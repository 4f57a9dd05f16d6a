import type pg from 'pg'
import { readRows } from '../../database/statement.ts'

export interface SignInEventRow {
  id: string
  at: Date
  action: string
  outcome: string
  times: number
  ip_address: string | null
  user_agent: string | null
}

/** A stretch of a user's events, newest first. */
export async function readSignInEvents(
  pool: pg.Pool,
  userId: string,
  { limit, after }: { limit: number; after: { at: Date; id: string } | null },
): Promise<SignInEventRow[]> {
  return readRows<SignInEventRow>(
    pool,
    `SELECT id, at, action, outcome, times, ip_address, user_agent FROM sign_in_events
      WHERE user_id = $1 AND ($2::timestamptz IS NULL OR (at, id) < ($2, $3))
      ORDER BY at DESC, id DESC LIMIT $4`,
    [userId, after?.at ?? null, after?.id ?? null, limit],
  )
}

/** How many events there are of a user. */
export async function countSignInEvents(pool: pg.Pool, userId: string): Promise<number> {
  const [row] = await readRows<{ total: number }>(
    pool,
    'SELECT count(*)::int AS total FROM sign_in_events WHERE user_id = $1',
    [userId],
  )
  return row?.total ?? 0
}
