import { resolve } from 'node:path'
import { openCluster } from './cluster.ts'
import { findEngine } from './engine.ts'
import { connectionTo, join, startError } from './join.ts'
import { type EmbeddedConnection, LeaseHolder } from './lease.ts'
import { socketFolder, stopPostmaster } from './postmaster.ts'

export interface EmbeddedServer {
  connection: EmbeddedConnection
  runtime: EmbeddedConnection
  /** Where the server is. `reason`: why the data is not in the configured folder. */
  location: { dataDir: string; socketDir: string; reason?: string }
  /** Whether another process had already started the server. */
  adopted: boolean
  /** Releases the lease. The last one stops the server. Can be called more than once. */
  release: () => Promise<void>
}

/**
 * Starts PostgreSQL on a data folder, or joins the server that runs there. Creates the folder if there is none. If the
 * server is lost later, does that again. `onLoss` is called for the loss and each failed attempt. The address stays.
 */
export async function startEmbedded(
  configured: string,
  onLoss: (error: Error) => void = () => {},
): Promise<EmbeddedServer> {
  const engine = findEngine()
  const cluster = openCluster(resolve(configured), engine)
  const { dataDir, reason } = cluster
  const joinHere = (mayStart: () => boolean) => join(cluster, engine, mayStart)
  const joined = await joinHere(() => true)
  if (!joined) throw startError(dataDir, 'no lease')
  const holder = new LeaseHolder(joined.lease, joinHere, onLoss)
  return {
    connection: connectionTo(dataDir, 'orangery'),
    runtime: connectionTo(dataDir, 'orangery_runtime'),
    location: { dataDir, socketDir: socketFolder(dataDir), ...(reason && { reason }) },
    adopted: joined.adopted,
    release: () => holder.release(() => stopPostmaster(dataDir)),
  }
}
