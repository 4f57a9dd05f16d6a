import type pg from 'pg'
import type { Transaction } from '../../database/change.ts'
import { DIRECT } from '../jobs/timed-job.ts'
import { removeOldTombstones } from './tombstones.writes.ts'
import { endOf } from './withheld.reads.ts'

const DAYS = 7
// The scenarios with the most removals write 3,000 each.
const MAX_TOMBSTONES = 10_000

/** Removes old records of sandbox clients. Nothing is withheld: they are fictional. Returns the number by table. */
export async function purgeSandboxClients(
  pool: pg.Pool,
  now: Date,
  batchSize: number,
  run = DIRECT,
) {
  const removed = { tombstones: 0, audit_events: 0, grants: 0 }
  const before = endOf({ days: DAYS }, now)
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM users WHERE sandbox_firm_id IS NOT NULL',
  )
  for (const { id } of rows) {
    if (run.isOver()) break
    await pool.query('SELECT public.move_sandbox_deltas_from($1, $2, $3)', [
      id,
      before,
      MAX_TOMBSTONES,
    ])
    removed.tombstones += await removeOldTombstones(pool, id, batchSize)
    for (let isMore = true; isMore; ) {
      const { rows } = await pool.query<{ events: number; grants: number }>(REMOVE, [
        id,
        before,
        batchSize,
      ])
      const { events = 0, grants = 0 } = rows[0] ?? {}
      removed.audit_events += events
      removed.grants += grants
      isMore = events === batchSize || grants === batchSize
    }
  }
  return removed
}

const REMOVE = `
  SELECT events::float8 AS events, ended_grants::float8 AS grants FROM public.remove_sandbox_records($1, $2, $3)`

/** Removes the oldest tombstones of a sandbox client with too many, in the transaction of the change that left them. */
export async function limitSandboxTombstones(tx: Transaction, clientId: string): Promise<void> {
  await tx.$executeRaw`SELECT public.move_sandbox_deltas_from(${clientId}, NULL, ${MAX_TOMBSTONES}::int)`
  await tx.$executeRaw`SELECT public.remove_old_tombstones(${clientId}, ${MAX_TOMBSTONES}::int)`
}
