import type pg from 'pg'
import { DAY_MS } from '../../values/durations.ts'
import { DIRECT, type Run } from '../jobs/timed-job.ts'
import { findExcess, type Withheld } from './withheld.reads.ts'

/** Deltas are possible for at least this many days. Older tombstones are not needed. */
const DELTA_DAYS = 400

/**
 * The instant from which deltas are possible. It is the beginning of a month, so that it rarely makes the walks of an
 * unchanged portfolio full. It depends only on the clock, so it does not reveal what was removed.
 */
export function deltasFrom(now: Date): Date {
  const oldest = new Date(now.getTime() - DELTA_DAYS * DAY_MS)
  return new Date(Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth()))
}

/**
 * The excess if too many tombstones would be past their retention at `now` at once; null if not. Those of sandbox clients
 * do not count, because the holder of a sandbox key decides how many there are.
 */
export async function findTooManyTombstones(pool: pg.Pool, now: Date): Promise<Withheld | null> {
  const past = `FROM tombstones t LEFT JOIN shown_expiries x USING (client_id)
    WHERE t.removed_at < $1 AND (x.deltas_from IS NULL OR x.deltas_from < $1)
      AND t.client_id NOT IN (SELECT id FROM users WHERE sandbox_firm_id IS NOT NULL)`
  const { rows } = await pool.query<{ count: number }>(OF_SANDBOX)
  return findExcess(pool, 'tombstones', past, deltasFrom(now), rows[0]?.count)
}

const OF_SANDBOX = `
  SELECT count(*)::float8 AS count FROM tombstones t JOIN users u ON u.id = t.client_id
   WHERE u.sandbox_firm_id IS NOT NULL`

/**
 * Stores the instant from which deltas are possible, for all portfolios, and then removes the tombstones from before it. A
 * reader that misses one of them sees the instant too. Returns the number of removed rows.
 */
export function purgeTombstones(pool: pg.Pool, now: Date, batchSize: number, run: Run) {
  return moveBegin(pool, deltasFrom(now), batchSize, run)
}

/** The same, with `begin` as the instant from which deltas will be possible. */
export async function moveBegin(pool: pg.Pool, begin: Date, batchSize: number, run = DIRECT) {
  await moveDeltas(pool, begin, batchSize, run)
  let count = 0
  const { rows } = await pool.query<{ client_id: string }>(WITH_OLD_ONES)
  for (const { client_id } of rows)
    if (!run.isOver()) count += await removeOldTombstones(pool, client_id, batchSize)
  return count
}

// Each portfolio has its own instant, so a run that ends between two batches is continued by the next run.
async function moveDeltas(pool: pg.Pool, begin: Date, batchSize: number, run: Run): Promise<void> {
  let last = ''
  for (let found = batchSize; found >= batchSize && !run.isOver(); ) {
    const { rows } = await pool.query<{ id: string }>(BEHIND, [last, begin, batchSize])
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await pool.query('SELECT public.move_deltas_of($1, $2)', [ids, begin])
    last = ids.at(-1) ?? last
    found = ids.length
  }
}

/** Removes the tombstones of a client from before the instant that is stored. Returns their number. */
export async function removeOldTombstones(
  pool: pg.Pool,
  clientId: string,
  batchSize: number,
): Promise<number> {
  let count = 0
  for (let last = batchSize; last >= batchSize; count += last) {
    const removed = await pool.query<{ count: number }>(REMOVE, [clientId, batchSize])
    last = removed.rows[0]?.count ?? 0
  }
  return count
}

const BEHIND = `
  SELECT p.client_id AS id FROM portfolios p LEFT JOIN shown_expiries x ON x.client_id = p.client_id
   WHERE p.client_id > $1 AND (x.deltas_from IS NULL OR x.deltas_from < $2)
   ORDER BY p.client_id LIMIT $3`

const WITH_OLD_ONES = `
  SELECT x.client_id FROM shown_expiries x
   WHERE EXISTS (SELECT FROM tombstones t WHERE t.client_id = x.client_id AND t.removed_at < x.deltas_from)`

const REMOVE = 'SELECT public.remove_old_tombstones($1, $2)::float8 AS count'
