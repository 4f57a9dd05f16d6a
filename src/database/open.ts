import { type Connection, type ConnectOptions, connect, type Database } from './client.ts'
import { type EmbeddedServer, startEmbedded } from './embedded/server.ts'

/** Which database to open. */
export interface DatabaseOptions extends Omit<ConnectOptions, 'onError'> {
  /** A PostgreSQL server elsewhere; without it, one of our own runs on `dataDir`. */
  databaseUrl?: string | undefined
  /** The same database as its owner; without it, the owner connects by `databaseUrl`. */
  databaseOwnerUrl?: string | undefined
  dataDir: string
}

/** An open database, and the server under it where that is ours. */
export type OpenDatabase = Database & { embedded?: EmbeddedServer }

/** A database that requests are served from: its pool and Prisma connect as the runtime role. */
export interface ServingDatabase extends OpenDatabase {
  /** Runs work as the owner of the schema, on connections of its own that are closed after it. */
  asOwner: <Result>(work: (owner: Database) => Promise<Result>) => Promise<Result>
}

/**
 * Opens the database as the owner of its schema, for commands. Closing it gives up the embedded
 * server too, where there is one. `onError` is told of connections that break while idle and of a
 * server that is lost: both are replaced.
 */
export async function openDatabase(
  options: DatabaseOptions,
  onError: (error: Error) => void,
): Promise<OpenDatabase> {
  const { owner, embedded } = await locate(options, onError)
  return withServer(connect(owner, { ...options, onError }), embedded)
}

/** Opens the database as the runtime role, for requests; otherwise as `openDatabase` does. */
export async function openServing(
  options: DatabaseOptions,
  onError: (error: Error) => void,
): Promise<ServingDatabase> {
  const { owner, runtime, embedded } = await locate(options, onError)
  const database = withServer(connect(runtime, { ...options, onError }), embedded)
  const owners = new Set<Database>()
  const asOwner: ServingDatabase['asOwner'] = async (work) => {
    const own = connect(owner, { ...options, onError })
    owners.add(own)
    return work(own).finally(() => own.close())
  }
  const close = async () => {
    await Promise.all([...owners].map((own) => own.close()))
    await database.close()
  }
  return { ...database, asOwner, close }
}

interface Located {
  owner: Connection
  runtime: Connection
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
