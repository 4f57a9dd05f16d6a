import { resolve } from 'node:path'
import { openCluster } from './cluster.ts'
import { findEngine } from './engine.ts'
import { Heartbeat } from './heartbeat.ts'
import { connectionTo, join } from './join.ts'
import type { EmbeddedConnection } from './lease.ts'
import { LeaseHolder } from './lease-holder.ts'
import { stopPostmaster } from './postmaster.ts'
import { startError } from './starter.ts'

/** A lease on the running embedded PostgreSQL server. */
export interface EmbeddedServer {
  /** The connection of the owner of the database. */
  connection: EmbeddedConnection
  /** The connection of the runtime role. */
  runtime: EmbeddedConnection
  /** Where the server is. `reason`: why the data is not in the configured folder. */
  location: { dataDir: string; socketDir: string; reason?: string }
  /** Whether another process had already started the server. */
  adopted: boolean
  /** Releases the lease. The last one stops the server. Can be called more than once. */
  release: () => Promise<void>
}

/**
 * Starts PostgreSQL on a data folder, or joins the server that runs there. Creates the folder if there is
 * none. If the server is lost later, this joins or starts it again; the address does not change. It calls
 * `onLoss` for the loss and for each failed attempt. The message of a thrown error has the problem and
 * the remedy.
 */
export async function startEmbedded(
  dataDir: string,
  onLoss: (error: Error) => void = () => {},
): Promise<EmbeddedServer> {
  const engine = findEngine()
  const cluster = openCluster(resolve(dataDir), engine)
  const place = { cluster, engine, heartbeat: new Heartbeat(cluster) }
  const joined = await join(place, () => true)
  if (joined === undefined) throw startError(cluster)
  const { socketDir, adopted } = joined
  const rejoin = async (mayStart: () => boolean) => (await join(place, mayStart))?.lease
  const holder = new LeaseHolder(joined.lease, rejoin, onLoss)
  const { reason } = cluster
  return {
    connection: connectionTo(cluster, socketDir, 'orangery'),
    runtime: connectionTo(cluster, socketDir, 'orangery_runtime'),
    location: {
      dataDir: cluster.dataDir,
      socketDir,
      ...(reason === undefined ? {} : { reason }),
    },
    adopted,
    release: () => holder.release(() => stopPostmaster(cluster)),
  }
}
