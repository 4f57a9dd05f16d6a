import {
  type Connection,
  type ConnectOptions,
  connect,
  connectServing,
  type Database,
  REQUEST_TIMEOUT_MS,
} from './client.ts'
import type { EmbeddedConnection } from './embedded/lease.ts'
import { type EmbeddedServer, startEmbedded } from './embedded/server.ts'

/** Which database to open. */
export interface DatabaseOptions extends Omit<ConnectOptions, 'onError'> {
  /** The address of a PostgreSQL server. Without it, an embedded server runs on `dataDir`. */
  databaseUrl?: string | undefined
  /** The address of the same database for its owner. Default: `databaseUrl`. */
  databaseOwnerUrl?: string | undefined
  dataDir: string
  requestTimeoutMs?: number | undefined
}

/** An open database, and its embedded server if there is one. */
export type OpenDatabase = Database & { embedded?: EmbeddedServer }

/** A database that serves requests: its pool and Prisma connect as the runtime role. */
export interface ServingDatabase extends OpenDatabase {
  /** The server ends a statement of a request after so many milliseconds. */
  requestTimeoutMs: number
  /** How other processes connect as the runtime role. */
  runtime: string | EmbeddedConnection
  /** Runs work as the owner of the schema, on separate connections that are closed afterwards. */
  asOwner: <Result>(work: (owner: Database) => Promise<Result>) => Promise<Result>
}

/**
 * Opens the database as the owner of its schema, for commands. Closing it also releases the embedded
 * server, if there is one. `onError` is called for a connection that breaks while idle and for a lost
 * server: both are replaced.
 */
export async function openDatabase(
  options: DatabaseOptions,
  onError: (error: Error) => void,
): Promise<OpenDatabase> {
  const { owner, embedded } = await locate(options, onError)
  return withServer(connect(owner, { ...options, onError }), embedded)
}

/** Opens the database as the runtime role, for requests. In all else like `openDatabase`. */
export async function openServing(
  options: DatabaseOptions,
  onError: (error: Error) => void,
): Promise<ServingDatabase> {
  const { owner, runtime, embedded } = await locate(options, onError)
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS } = options
  const database = withServer(connectServing(runtime, { ...options, onError }), embedded)
  const owners = new Set<Database>()
  const asOwner: ServingDatabase['asOwner'] = async (work) => {
    const ownerDatabase = connect(owner, { ...options, onError })
    owners.add(ownerDatabase)
    return work(ownerDatabase).finally(() => ownerDatabase.close())
  }
  const close = async () => {
    await Promise.all([...owners].map((ownerDatabase) => ownerDatabase.close()))
    await database.close()
  }
  return { ...database, requestTimeoutMs, runtime, asOwner, close }
}

interface Located {
  owner: Connection
  runtime: string | EmbeddedConnection
  embedded?: EmbeddedServer
}

async function locate(
  { databaseUrl, databaseOwnerUrl, dataDir }: DatabaseOptions,
  onError: (error: Error) => void,
): Promise<Located> {
  if (databaseUrl !== undefined)
    return { owner: databaseOwnerUrl ?? databaseUrl, runtime: databaseUrl }
  const embedded = await startEmbedded(dataDir, onError)
  return { owner: embedded.connection, runtime: embedded.runtime, embedded }
}

function withServer(database: Database, embedded: EmbeddedServer | undefined): OpenDatabase {
  if (!embedded) return database
  const close = async () => {
    await database.close()
    await embedded.release()
  }
  return { ...database, embedded, close }
}
