import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openDatabase } from '../../src/database/open.ts'
import { runningPid } from '../database/server-pid.ts'
import { GatewayProcess } from '../serve/process.ts'
import { killTree } from '../support/process-tree.ts'
import { createWorld, examine, type Found, startImport, type World } from './embedded-world.ts'
import { amount, none, type Scenario } from './scenario.ts'

const VICTIMS = ['gateway', 'database', 'both', 'import'] as const

/**
 * Writes that are under way when processes are killed with SIGKILL, on the embedded database. The kernel lives on,
 * and with it what was written and not synced: `power loss` is about that.
 */
export const kills: Scenario = {
  name: 'kills',
  async run(run) {
    const count = amount(run.size, 100, 4, 12)
    const found: Found = { lost: [], half: [], closed: [], creates: 0, imports: 0 }
    const world = await createWorld(run)
    for (let round = 0; round < count; round++) {
      await killOnce(world, VICTIMS[round % VICTIMS.length] ?? 'both', found)
      run.onProgress(`${round + 1} of ${count}`)
    }
    const inTheMiddle = amount(run.size, 5, 1, 1)
    for (let round = 0; round < inTheMiddle; round++) {
      await killInTheMiddle(world)
      await examine(world, found)
    }
    const acknowledged = `${found.creates} plants, ${found.imports} imports acknowledged`
    const n = found.creates + found.imports
    return [
      none('acknowledged writes lost', n, found.lost, acknowledged),
      none('half imports', count + inTheMiddle, found.half),
      none('does not open', count, found.closed),
    ]
  },
  controls: [
    {
      without: 'waiting for the disk at a commit',
      row: 'acknowledged writes lost',
      file: 'embedded-postgres/settings.js',
      find: "synchronous_commit: 'on'",
      replace: "synchronous_commit: 'off', wal_writer_delay: '10s'",
    },
    {
      without: 'one transaction for an import',
      row: 'half imports',
      removals: [
        ...['change-sql', 'merge-sql', 'merge', 'references', 'staging'].map((name) => ({
          file: `importer/${name}.js`,
          find: 'ON COMMIT DROP',
          replace: '',
        })),
        {
          file: 'importer/merge.js',
          find: 'const valuations =',
          replace: `await run('COMMIT'); await run('BEGIN'); const valuations =`,
        },
      ],
    },
  ],
}

async function killOnce(world: World, victim: (typeof VICTIMS)[number], found: Found) {
  const gateway = new GatewayProcess({ DATA_DIR: world.dataDir, DEMO: 'off' }, world.program)
  const opened = await gateway.url().catch((thrown: Error) => found.closed.push(thrown.message))
  if (typeof opened === 'number') return
  const stopWriting = world.plants.start(opened)
  const importing = startImport(world)
  // At any moment of the import, also on a slow machine.
  await sleep(randomInt(200, Math.round(Math.max(1_600, 1.5 * world.importMs))))
  if (victim === 'import') importing.child.kill('SIGKILL')
  if (victim === 'gateway' || victim === 'both') gateway.child.kill('SIGKILL')
  if (victim === 'database' || victim === 'both') killTree(runningPid(world.dataDir))
  await Promise.all([stopWriting(), importing.ended, sleep(100)])
  if (await importing.ended) {
    found.imports++
    world.imported = world.batch
  }
  await gateway.stop('SIGKILL')
  await examine(world, found)
}

const LOCK = 7_274_777
const WAIT_MS = 60_000

/**
 * Kills an import when it has written its assets and is about to write their valuations: a trigger holds it
 * there. The rows that the import has committed by then stay.
 */
async function killInTheMiddle(world: World): Promise<void> {
  const database = await openDatabase({ dataDir: world.dataDir, onError: () => {} })
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
