import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { codeOf, type GatewayError, PG_CODES, stateConflict } from '../errors.ts'

export interface LockPatience {
  /** The longest wait for one lock, in milliseconds. */
  readonly waitMs: number
  readonly tries: number
  readonly pauseMs: number
}

/**
 * Readers of a table wait behind a migration that waits for its lock. So each wait is short, and a pause lets them
 * continue. A wait must be longer than `deadlock_timeout` (one second): PostgreSQL cancels an autovacuum after it.
 */
export const LOCK_PATIENCE: LockPatience = { waitMs: 1_500, tries: 60, pauseMs: 2_000 }

const FIRST_WAIT_MS = 100

interface Script {
  readonly name: string
  readonly script: string
  /** The statement that records the end of the script. */
  readonly record: string
}

/**
 * Runs the script of a migration and its record, in one transaction except for an index that is created concurrently.
 * While others hold its locks, tries again in the same session, which holds the lock of migrations. Throws
 * `state_conflict` at last.
 */
export async function runScript(
  session: pg.ClientBase,
  { name, script, record }: Script,
  patience: LockPatience,
): Promise<void> {
  const index = concurrentIndex(script)
  // Citus sends the whole text with a change of a table to the other nodes, and they reject a text with several
  // statements. A block of PL/pgSQL runs them one by one in one transaction.
  const isBlock = !index && (await hasCitus(session))
  const all = index ? script : `${script}\n${record}`
  const sql = isBlock ? `DO $script$ BEGIN\n${all}\nEND $script$` : all
  for (let attempt = 0; attempt < patience.tries; attempt++) {
    if (attempt > 0) await sleep(patience.pauseMs)
    if (index) await dropInvalid(session, index)
    // No limit for an index that is created concurrently: no reader or writer waits behind it.
    const waitMs = index ? 0 : Math.min(FIRST_WAIT_MS * 2 ** attempt, patience.waitMs)
    await session.query(`SET lock_timeout = ${waitMs}`)
    const failure = await session.query(sql).then(() => undefined, ifHeldByOthers)
    await session.query('SET lock_timeout = 0')
    if (failure) continue
    if (index) await session.query(record)
    return
  }
  throw await heldError(session, name)
}

const CONCURRENT_INDEX =
  /^create (?:unique )?index concurrently if not exists "?([a-z_][a-z0-9_]*)"? on [^;]*;?$/

/** The name of the index that the script creates concurrently, if that is all it does. */
export function concurrentIndex(script: string): string | undefined {
  const lines = script.split('\n').filter((line) => !line.trim().startsWith('--'))
  const words = lines.join(' ').trim().toLowerCase().split(/\s+/)
  return CONCURRENT_INDEX.exec(words.join(' '))?.[1]
}

// A failed creation leaves an invalid index, which is never used. `IF NOT EXISTS` would keep it, so it is dropped.
async function dropInvalid(session: pg.ClientBase, index: string): Promise<void> {
  const invalid = `SELECT FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname = $1 AND NOT i.indisvalid`
  if ((await session.query(invalid, [index])).rowCount === 0) return
  await session.query(`DROP INDEX CONCURRENTLY public."${index}"`)
}

const HELD_BY_OTHERS: readonly string[] = [PG_CODES.lockNotAvailable, '40P01']

function ifHeldByOthers(thrown: unknown): unknown {
  if (HELD_BY_OTHERS.includes(codeOf(thrown))) return thrown
  throw thrown
}

async function heldError(session: pg.ClientBase, name: string): Promise<GatewayError> {
  const { rows: oldest } = await session.query<{ session: string }>(OLDEST_TRANSACTIONS)
  const sessions = oldest.map((each) => each.session).join('; ') || 'none is left'
  return stateConflict(
    `The migration ${name} could not lock its tables, because other transactions hold them. Nothing of it was applied. End them or wait for them, and run it again. The oldest transactions: ${sessions}.`,
  )
}

const OLDEST_TRANSACTIONS = `
  SELECT format('process %s (%s, %s) since %s', pid, coalesce(nullif(application_name, ''), usename),
                coalesce(state, 'unknown'), to_char(xact_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) AS session
    FROM pg_stat_activity
   WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
     AND xact_start IS NOT NULL
   ORDER BY xact_start LIMIT 3`

async function hasCitus(session: pg.ClientBase): Promise<boolean> {
  const { rows } = await session.query("SELECT FROM pg_extension WHERE extname = 'citus'")
  return rows.length > 0
}
