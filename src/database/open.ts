import { resolve } from 'node:path'
import { requireData } from '../embedded-postgres/cluster.ts'
import type { EmbeddedConnection } from '../embedded-postgres/lease.ts'
import { type EmbeddedServer, startEmbedded } from '../embedded-postgres/server.ts'
import { watchRevocations } from './change.ts'
import type { Database } from './client.ts'
import { createPool, type PoolOptions } from './pool.ts'

interface DatabaseOptions extends PoolOptions {
  /** The address of a PostgreSQL server. Without it, an embedded server runs on `dataDir`. */
  databaseUrl?: string | undefined
  /** The address of the same database for its owner. Default: `databaseUrl`. */
  databaseOwnerUrl?: string | undefined
  dataDir: string
  /** Whether an embedded database is created where there is none. Default: true. */
  mayCreate?: boolean | undefined
  requestTimeoutMs?: number | undefined
}

export type OpenDatabase = Database & { embedded?: EmbeddedServer }

/** A pool of the owner of the schema, for commands that use no other part of a database. */
export interface OpenPool extends Pick<OpenDatabase, 'pool' | 'embedded' | 'close'> {}

/** A database that serves requests: its pool and Prisma connect as the runtime role. */
export interface ServingDatabase extends OpenDatabase {
  /** The time limit of a statement of a request, in milliseconds. The server ends the statement. */
  requestTimeoutMs: number
  /** How other processes connect as the runtime role. */
  runtime: string | EmbeddedConnection
  /** Runs work as the owner of the schema, on separate connections that are closed afterwards. */
  asOwner: <Result>(work: (owner: Database) => Promise<Result>) => Promise<Result>
}

/** Opens the database as the owner of its schema, without Prisma: that takes half of a short command. */
export async function openPool(options: DatabaseOptions): Promise<OpenPool> {
  const { owner, embedded } = await locate(options)
  const pool = createPool(owner, options)
  return withServer({ pool, close: () => pool.end() }, embedded)
}

/**
 * Opens the database as the owner of its schema, for commands. Closing it also releases the embedded server, if there
 * is one. `onError` is also called when that server is lost. It is then replaced.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { owner, runtime, embedded } = await locate(options)
  const { connect } = await import('./client.ts')
  const database = connect(owner, options)
  if (runtime === owner) return withServer(database, embedded)
  // The owner may not end sessions of the runtime role. This pool connects only when it is needed.
  const serving = createPool(runtime, { onError: options.onError, poolSize: 1 })
  watchRevocations(database.prisma, [database.pool, serving])
  const close = async () => {
    await Promise.all([database.close(), serving.ended ? undefined : serving.end()])
  }
  return withServer({ ...database, close }, embedded)
}

/** Opens the database as the runtime role, for requests. Otherwise the same as `openDatabase`. */
export async function openServing(options: DatabaseOptions): Promise<ServingDatabase> {
  const { owner, runtime, embedded } = await locate(options)
  const { connect, connectServing, REQUEST_TIMEOUT_MS } = await import('./client.ts')
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS } = options
  const database = withServer(connectServing(runtime, options), embedded)
  const owners = new Set<Database>()
  const asOwner: ServingDatabase['asOwner'] = async (work) => {
    const ownerDatabase = connect(owner, options)
    owners.add(ownerDatabase)
    return work(ownerDatabase).finally(() => ownerDatabase.close())
  }
  const close = async () => {
    await Promise.all([...owners].map((ownerDatabase) => ownerDatabase.close()))
    await database.close()
  }
  return { ...database, requestTimeoutMs, runtime, asOwner, close }
}

async function locate(options: DatabaseOptions) {
  const { databaseUrl, databaseOwnerUrl, dataDir, mayCreate = true, onError } = options
  if (databaseUrl !== undefined)
    return { owner: databaseOwnerUrl ?? databaseUrl, runtime: databaseUrl }
  if (!mayCreate) requireData(resolve(dataDir))
  const embedded = await startEmbedded(dataDir, onError)
  return { owner: embedded.connection, runtime: embedded.runtime, embedded }
}

function withServer<Opened extends Pick<Database, 'close'>>(
  database: Opened,
  embedded: EmbeddedServer | undefined,
): Opened & { embedded?: EmbeddedServer } {
  if (!embedded) return database
  const close = async () => {
    await database.close()
    await embedded.release()
  }
  return { ...database, embedded, close }
}
