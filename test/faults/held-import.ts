import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openDatabase } from '../../src/database/open.ts'
import { startImport, type World } from './embedded-world.ts'

const LOCK = 7_274_777
const WAIT_MS = 60_000

/**
 * Kills an import when it has written its assets and is about to write their valuations: a trigger holds it
 * there. What the import has committed by then stays.
 */
export async function killInTheMiddle(world: World): Promise<void> {
  const database = await openDatabase({ dataDir: world.dataDir }, () => {})
  const holder = await database.pool.connect()
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [LOCK])
    await holder.query(HOLD)
    const importing = startImport(world)
    await waitUntilHeld(database.pool)
    importing.child.kill('SIGKILL')
    await importing.ended
    await holder.query(END_HELD)
    await holder.query(LET_GO)
    await holder.query('SELECT pg_advisory_unlock($1)', [LOCK])
  } finally {
    holder.release(true)
    await database.close()
  }
}

const HOLD = `
  CREATE FUNCTION wait_for_witness() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_lock_shared(${LOCK}); RETURN NULL; END $$;
  CREATE TRIGGER wait_for_witness BEFORE INSERT OR UPDATE ON valuations
    FOR EACH STATEMENT EXECUTE FUNCTION wait_for_witness()`
const HELD = `FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted`
// The session of a killed process waits for the lock until it is told.
const END_HELD = `SELECT pg_terminate_backend(pid) ${HELD}`
const LET_GO = 'DROP FUNCTION wait_for_witness CASCADE'

async function waitUntilHeld(pool: pg.Pool): Promise<void> {
  for (const end = performance.now() + WAIT_MS; performance.now() < end; await sleep(20)) {
    const { rows } = await pool.query(`SELECT 1 ${HELD}`)
    if (rows.length > 0) return
  }
  throw new Error('the import did not write valuations')
}
