import type pg from 'pg'
import { RUNTIME_RIGHTS } from '../../database/runtime-rights.ts'
import { DIRECT, type Run } from '../jobs/timed-job.ts'
import { RETENTION, type Retention } from './retention.ts'
import { purgeSandboxClients } from './sandbox.writes.ts'
import { findTooManyTombstones, purgeTombstones } from './tombstones.writes.ts'
import { endOf, findExcess, type Withheld } from './withheld.reads.ts'

const BATCH_SIZE = 10_000

export interface Purge {
  readonly removed: Readonly<Record<string, number>>
  /** The tables from which nothing was removed, because the purge would have removed too much at once. */
  readonly withheld: readonly Withheld[]
}

interface PurgeOptions {
  readonly batchSize?: number
  /** Whether an operator has confirmed the purge. Nothing is withheld then. */
  readonly isConfirmed?: boolean
  readonly run?: Run
}

/** Removes the rows whose retention is over at `now`, which is an instant of the database's clock. */
export async function purgeExpired(
  pool: pg.Pool,
  now: Date,
  { batchSize = BATCH_SIZE, isConfirmed = false, run = DIRECT }: PurgeOptions = {},
): Promise<Purge> {
  const removed: Record<string, number> = {}
  const withheld: Withheld[] = []
  const purge = async ({ table, findTooMany, remove }: Purged) => {
    const excess = isConfirmed ? null : await findTooMany(pool, now)
    if (excess) withheld.push(excess)
    else add(removed, table, await remove(pool, now, batchSize, run))
    return excess ? 'failed' : 'done'
  }
  const purgeSandbox = async () => {
    const ofSandbox = await purgeSandboxClients(pool, now, batchSize, run)
    for (const [table, count] of Object.entries(ofSandbox)) add(removed, table, count)
  }
  const items = [
    ...PURGED.map((each) => ({ name: each.table, work: (): Promise<unknown> => purge(each) })),
    { name: 'unanswered links', work: () => forgetUnanswered(pool, now) },
    { name: 'sandbox clients', work: purgeSandbox },
  ]
  for (const { name, work } of items) if (!run.isOver()) await run.item(name, now, work)
  return { removed, withheld }
}

// Nobody has answered these links, so no erasure would find the persons that they name.
async function forgetUnanswered(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(FORGET_UNANSWERED, [endOf({ days: UNANSWERED_DAYS }, now)])
}

const UNANSWERED_DAYS = 7
const FORGET_UNANSWERED = `
  UPDATE connection_links l SET reference = NULL, return_state = NULL, email = NULL
   WHERE (l.reference IS NOT NULL OR l.return_state IS NOT NULL OR l.email IS NOT NULL)
     AND least(l.expires_at, l.revoked_at) < $1
     AND NOT EXISTS (SELECT FROM link_visits v WHERE v.link_id = l.id AND v.answer IS NOT NULL)`

function add(removed: Record<string, number>, table: string, count: number): void {
  if (count > 0) removed[table] = (removed[table] ?? 0) + count
}

export async function findWithheld(pool: pg.Pool, now: Date): Promise<Withheld[]> {
  const withheld: Withheld[] = []
  for (const { findTooMany } of PURGED) {
    const excess = await findTooMany(pool, now)
    if (excess) withheld.push(excess)
  }
  return withheld
}

interface Purged {
  readonly table: string
  readonly findTooMany: (pool: pg.Pool, now: Date) => Promise<Withheld | null>
  /** Returns the number of removed rows. */
  readonly remove: (pool: pg.Pool, now: Date, batchSize: number, run: Run) => Promise<number>
}

const PURGED: readonly Purged[] = [
  ...RETENTION.map((retention): Purged => {
    const { table, column, isRecord } = retention
    const past = `FROM ${table} WHERE ${column} < $1`
    return {
      table,
      findTooMany: async (pool, now) =>
        isRecord ? findExcess(pool, table, past, endOf(retention, now)) : null,
      remove: (pool, now, batchSize, run) =>
        removeBefore(pool, retention, endOf(retention, now), batchSize, run),
    }
  }),
  { table: 'tombstones', findTooMany: findTooManyTombstones, remove: purgeTombstones },
]

// Rows are removed in batches, so that no lock is held for long. A row that another statement is changing is left to
// the next purge, because waiting for it could be a deadlock. Rows of tables that are never updated need no such lock.
async function removeBefore(
  pool: pg.Pool,
  { table, column, isWhole = false, condition = 'true' }: Retention,
  end: Date,
  batchSize: number,
  run: Run,
): Promise<number> {
  if (isWhole)
    return (await pool.query(`DELETE FROM ${table} WHERE ${column} < $1`, [end])).rowCount ?? 0
  const lock = RUNTIME_RIGHTS[table]?.update ? 'FOR UPDATE SKIP LOCKED' : ''
  const old = `SELECT ctid FROM ${table} WHERE ${column} < $1 AND ${condition} LIMIT $2 ${lock}`
  const text = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${old})) AND ${column} < $1`
  let count = 0
  for (let last = batchSize; last === batchSize && !run.isOver(); count += last)
    last = (await pool.query(text, [end, batchSize])).rowCount ?? 0
  return count
}
