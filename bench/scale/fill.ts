import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { BENCH } from '../paths.ts'
import { requireSpace, type ScaleDatabase } from './database.ts'

/** Clients that are added together. `assets`: of each; 0 is the mix with a mean of 100. */
export interface Clients {
  readonly first: number
  readonly last: number
  readonly assets: number
}

/** Of each client in the mix. */
export const MEAN_ASSETS = 100
const BATCH_CLIENTS = 500
// Below that, building the indexes anew costs more than keeping them.
const WITHOUT_INDEXES = 100_000

/** Adds clients in batches, and collects statistics. `log` gets the progress. */
export async function addClients(
  database: ScaleDatabase,
  clients: Clients,
  log: (line: string) => void,
): Promise<void> {
  const assets = (clients.last - clients.first + 1) * (clients.assets || MEAN_ASSETS)
  await requireSpace(database, assets)
  const add = () => addBatches(database.pool, clients, log)
  if (assets >= WITHOUT_INDEXES) await withoutIndexes(database.pool, add, log)
  else await add()
  await collectStatistics(database.pool, log)
}

/** Sets the visibility maps and the statistics, as the server does in time. */
export async function collectStatistics(pool: pg.Pool, log: (line: string) => void): Promise<void> {
  log('vacuum and statistics')
  await withSession(pool, async (client) => {
    await client.query('VACUUM (ANALYZE)')
    await client.query('CHECKPOINT')
  })
}

/** Creates the firm and its keys, to which all clients give their grants. */
export async function addKeys(pool: pg.Pool): Promise<void> {
  await pool.query(
    `INSERT INTO firms (id, name, plan, tier) VALUES ('firm_0F000000000000000000000001', 'Bench Estates', 'enterprise', 'enterprise')`,
  )
  await pool.query(`
    INSERT INTO api_keys (id, firm_id, name, environment, scopes, allowed_ips)
    SELECT 'key_0K' || lpad(upper(to_hex(n)), 24, '0'), 'firm_0F000000000000000000000001', 'Bench ' || n, 'production', enum_range(NULL::scope), '{}'
      FROM generate_series(0, 63) n`)
}

/** Runs work on a connection of its own that sets every derived column itself. */
export async function withSession(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`SET session_replication_role = replica; SET synchronous_commit = off;
      SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'`)
    await client.query(await readFile(join(BENCH, 'database/kinds.sql'), 'utf8'))
    await work(client)
  } finally {
    client.release(true)
  }
}

/**
 * Inserts of the work pass the indexes by; REINDEX brings them back. Dropping them would need every foreign key to be
 * dropped too.
 */
export async function withoutIndexes(
  pool: pg.Pool,
  work: () => Promise<void>,
  log: (line: string) => void,
): Promise<void> {
  await pool.query(`
    UPDATE pg_index SET indisready = false, indisvalid = false FROM pg_class c
     WHERE c.oid = indrelid AND c.relnamespace = 'public'::regnamespace`)
  await work()
  log('building the indexes')
  await withSession(pool, async (client) => {
    await client.query('REINDEX SCHEMA public')
  })
}

/** Adds clients in batches, on two connections. */
export async function addBatches(
  pool: pg.Pool,
  { first, last, assets }: Clients,
  log: (line: string) => void,
): Promise<void> {
  const text = await readFile(join(BENCH, 'scale/fill.sql'), 'utf8')
  const started = performance.now()
  let next = first
  const fill = async (client: pg.PoolClient) => {
    while (next <= last) {
      const from = next
      next += BATCH_CLIENTS
      const settings = { first: from, last: Math.min(last, next - 1), assets }
      const set = Object.entries(settings).map(([name, to]) => `SET LOCAL scale.${name} = ${to}`)
      await client.query(['BEGIN', ...set, text, 'COMMIT'].join(';\n'))
      const rate = (next - first) / ((performance.now() - started) / 1000)
      if ((next - first) % (10 * BATCH_CLIENTS) === 0)
        log(`${next - first} clients, ${Math.round(rate)} a second`)
    }
  }
  await Promise.all([withSession(pool, fill), withSession(pool, fill)])
}
