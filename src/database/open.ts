import { type ConnectOptions, connect, type Database } from './client.ts'
import { type EmbeddedServer, startEmbedded } from './embedded/server.ts'

/** Which database to open. */
export interface DatabaseOptions extends Omit<ConnectOptions, 'onError'> {
  /** A PostgreSQL server elsewhere; without it, one of our own runs on `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
}

/** An open database, and the server under it where that is ours. */
export type OpenDatabase = Database & { embedded?: EmbeddedServer }

/**
 * Opens the database. Closing it gives up the embedded server too, where there is one. `onError`
 * is told of connections that break while idle and of a server that is lost: both are replaced.
 */
export async function openDatabase(
  { databaseUrl, dataDir, ...options }: DatabaseOptions,
  onError: (error: Error) => void,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return connect(databaseUrl, { ...options, onError })
  const embedded = await startEmbedded(dataDir, onError)
  const database = connect(embedded.connection, { ...options, onError })
  const close = async () => {
    await database.close()
    await embedded.release()
  }
  return { ...database, embedded, close }
}
