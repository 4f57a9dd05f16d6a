import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '../../src/database/client.ts'
import { distribute } from '../../src/database/distribute.ts'
import { migrate } from '../../src/database/migrate.ts'
import type { Connection } from '../../src/database/pool.ts'
import { grantRuntimeRights } from '../../src/database/runtime-role.ts'
import { openPasswords } from '../../src/embedded-postgres/passwords.ts'
import { startEmbedded } from '../../src/embedded-postgres/server.ts'
import { installLog } from '../verifier/change-log.ts'
import { closeDatabase, findWorkers, formCluster, isCluster, onEachNode } from './cluster.ts'
import { installEmptying } from './emptying.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run: how to reach its database of that name. */
    server: Server
    /** The same as the role that the serving process connects with. */
    runtime: Server
    template: string
    /** Whether a database can be emptied for another file of tests. */
    isReused: boolean
    /** A folder of this run's own, which others may pass through. It is removed after the run. */
    folder: string
  }
}

/**
 * One PostgreSQL server for the whole run, with a migrated database that the tests copy:
 * the embedded one, that of TEST_DATABASE_URL, or the Citus cluster of TEST_CITUS_URL.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-run-'))
  // As root, the server's account has to pass through: data out of its reach would be put
  // elsewhere, and stay there after the run.
  chmodSync(folder, 0o711)
  const { server, superuser, runtime, stop } = await findServer(folder)
  const template = `orangery_template_${process.pid}`
  project.provide('server', server)
  project.provide('runtime', runtime)
  project.provide('template', template)
  project.provide('folder', folder)
  await onEachNode(server, `CREATE DATABASE ${template}`)
  if (isCluster(server)) await formCluster(server, template)
  const database = connect(toDatabase(server, template), { onError: () => {} })
  await migrate(database.pool)
  if (isCluster(server)) await distribute(database.pool)
  await grantRuntimeRights(database.pool, roleOf(runtime))
  // Its triggers see all rows of a statement, which no shard has.
  if (!isCluster(server)) await installLog(database.pool)
  await database.close()
  if (isCluster(server)) await closeDatabase(server, template)
  const isReused = !isCluster(server) && (await installEmptying(toDatabase(superuser, template)))
  project.provide('isReused', isReused)
  return async () => {
    if (!isDisposable(server)) await dropDatabase(server, template)
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export type Server =
  | { url: string; workers?: readonly string[] }
  | { host: string; port: number; user: string; password?: string; disposable?: boolean }

function roleOf(server: Server): string {
  return 'url' in server ? new URL(server.url).username : server.user
}

/** How to connect to one database of the run's server. */
export function toDatabase(server: Server, database: string): Connection {
  if (!('url' in server)) return { ...server, database }
  return withPath(server.url, database)
}

/** The address of another database of a server. */
export function withPath(address: string, database: string): string {
  const url = new URL(address)
  url.pathname = `/${database}`
  return url.href
}

/** Whether the server ends with the run, and all of its databases with it. */
export function isDisposable(server: Server): boolean {
  return 'disposable' in server && server.disposable === true
}

/** Runs SQL on a server, outside any database of a test unless its address names one; gives the rows. */
export async function statement<Row extends pg.QueryResultRow>(server: Server, text: string) {
  const connection =
    'url' in server ? { connectionString: server.url } : { ...server, database: 'postgres' }
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<Row>(text).finally(() => client.end())
  return rows
}

/** Makes a database for tests, a copy of the template. */
export async function createDatabase(server: Server, template: string, name: string) {
  // The other strategy, to copy files, waits for the disk twice: it took three times as long.
  await onEachNode(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY WAL_LOG`)
}

/** Removes a database. */
export async function dropDatabase(server: Server, name: string): Promise<void> {
  if (isCluster(server)) await closeDatabase(server, name)
  await onEachNode(server, `DROP DATABASE ${name}`)
}

async function findServer(folder: string) {
  const { TEST_DATABASE_URL: given, TEST_CITUS_URL: coordinator } = process.env
  if (!coordinator) return given ? elsewhere({ url: given }) : embedded(folder)
  return elsewhere({ url: coordinator, workers: await findWorkers(coordinator) })
}

/** A server that is there: a runtime role is made on it for the run, and dropped after it. */
async function elsewhere(server: { url: string; workers?: readonly string[] }) {
  const role = `orangery_runtime_${process.pid}`
  const password = randomBytes(16).toString('hex')
  await statement(server, `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
  const runtime = new URL(server.url)
  runtime.username = role
  runtime.password = password
  // Requests may be served through a pooler; test/pgbouncer/run starts one.
  runtime.host = process.env.TEST_POOLER ?? runtime.host
  const stop = () => statement(server, `DROP ROLE ${role}`)
  return { server, superuser: server, runtime: { url: runtime.href }, stop }
}

// The server has a database for each test file. It would start a worker for each of them every minute.
const NO_HOUSEKEEPING = ["autovacuum_naptime = '20d'", "bgwriter_delay = '10s'"]
// Data that a crash would lose is of no interest here, so nothing waits for the disk.
const NO_CRASH = ['full_page_writes = off', "wal_writer_delay = '10s'", "checkpoint_timeout = '1d'"]

async function embedded(folder: string) {
  const dataDir = join(folder, 'data')
  const { connection, runtime, release } = await startEmbedded(dataDir)
  const { postgres: password } = openPasswords(dataDir)
  const superuser = { ...connection, user: 'postgres', password }
  for (const setting of [...NO_HOUSEKEEPING, ...NO_CRASH])
    await statement(superuser, `ALTER SYSTEM SET ${setting}`)
  await statement(superuser, 'SELECT pg_reload_conf()')
  for (const role of [connection, runtime])
    await statement(role, 'ALTER ROLE CURRENT_USER SET synchronous_commit = off')
  return { server: { ...connection, disposable: true }, superuser, runtime, stop: release }
}
