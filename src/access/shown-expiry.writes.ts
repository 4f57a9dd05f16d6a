import type pg from 'pg'
import { isText, orNull, rowReader } from './stored-row.ts'

const readExpiry = rowReader('share_links', {
  client_id: orNull(isText),
  next_expiry: orNull(isText),
  clock: isText,
})

/**
 * Completes rows of portfolios that were read with `nextExpirySql`. If a share link has expired since the last stored
 * instant, stores the new instant first, and then reads the rows again. So later changes get later instants even if the
 * clock of the database is set back. The number of writes depends on how often links expire, not on the number of
 * reads.
 */
export async function readShown(
  pool: pg.Pool,
  rows: readonly unknown[],
  readAgain: () => Promise<readonly unknown[]>,
): Promise<readonly unknown[]> {
  const passed = rows.map((row) => readExpiry(row)).filter(hasPassed)
  if (passed.length === 0) return rows
  for (const { client_id: clientId, clock } of passed)
    await pool.query(SHOW, [clientId, millisecondBefore(clock)])
  return readAgain()
}

/**
 * SQL for the next expiry of a link of portfolio `p` after everything that was shown. `x` is the portfolio's row of
 * `shown_expiries`. `client` is the SQL for the client.
 */
export function nextExpirySql(client: string): string {
  return `(SELECT min(l.expires_at) FROM share_links l
    WHERE l.client_id = ${client} AND l.expires_at > greatest(p.changed_at, x.until) AND l.revoked_at IS NULL)`
}

/** Joins the row of `shown_expiries` to portfolio `p`. */
export const JOIN_SHOWN = 'LEFT JOIN shown_expiries x ON x.client_id = p.client_id'

const SHOW = `INSERT INTO shown_expiries (client_id, until) VALUES ($1, $2)
  ON CONFLICT (client_id) DO UPDATE SET until = excluded.until WHERE shown_expiries.until < excluded.until`

interface Passing {
  readonly client_id: string | null
  readonly next_expiry: string | null
  readonly clock: string
}

function hasPassed({ next_expiry, clock }: Passing): boolean {
  return next_expiry !== null && new Date(next_expiry) < new Date(clock)
}

// The current millisecond is not over yet: a link that expires in it may still be written.
function millisecondBefore(clock: string): Date {
  return new Date(new Date(clock).getTime() - 1)
}
