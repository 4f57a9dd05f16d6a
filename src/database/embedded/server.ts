import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { GatewayError } from '../../errors.ts'
import { enablePasswords, requiresPasswords, setPasswordsOnline } from './authentication.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { type Engine, findEngine, prepareEngine } from './engine.ts'
import { type EmbeddedConnection, Lease } from './lease.ts'
import { LeaseHolder } from './lease-holder.ts'
import { type EmbeddedRole, openPasswords, rejectPasswordFile } from './passwords.ts'
import {
  findPostmaster,
  type Postmaster,
  type StartedServer,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { isFolderInUse } from './single-user.ts'
import { openSocketFolder } from './socket-folder.ts'

/** A lease on the running embedded PostgreSQL server. */
export interface EmbeddedServer {
  /** The connection of the owner of the database. */
  connection: EmbeddedConnection
  /** The connection of the runtime role. */
  runtime: EmbeddedConnection
  /** Where it is. `reason`: why the data is not in the configured folder. */
  location: { dataDir: string; socketDir: string; reason?: string }
  /** Whether the server ran already, started by another process. */
  adopted: boolean
  /** Releases the lease. The last one stops the server. Can be called more than once. */
  release: () => Promise<void>
}

const START_TIMEOUT_MS = 60_000
const MAX_FAILURES = 3

/**
 * Starts PostgreSQL on a data folder, or joins the server that runs there. Creates the folder if
 * there is none. If the server is lost later, joins or starts it again at the same connection, and
 * calls `onLoss` for the loss and for each failed attempt. The message of a thrown error names the
 * problem and the remedy.
 */
export async function startEmbedded(
  dataDir: string,
  onLoss: (error: Error) => void = () => {},
): Promise<EmbeddedServer> {
  const engine = findEngine()
  const cluster = openCluster(resolve(dataDir), engine)
  const joined = await join(cluster, engine, () => true)
  if (joined === undefined) throw startError(cluster)
  const { postmaster, adopted } = joined
  const rejoin = async (mayStart: () => boolean) => (await join(cluster, engine, mayStart))?.lease
  const holder = new LeaseHolder(joined.lease, rejoin, onLoss)
  const { reason } = cluster
  return {
    connection: connectionTo(postmaster, cluster, 'orangery'),
    runtime: connectionTo(postmaster, cluster, 'orangery_runtime'),
    location: {
      dataDir: cluster.dataDir,
      socketDir: postmaster.socketDir,
      ...(reason === undefined ? {} : { reason }),
    },
    adopted,
    release: () => holder.release(() => stopPostmaster(cluster.dataDir)),
  }
}

/**
 * Tries until it has a lease: the server may be starting or stopping, or belong to another process.
 * Starting a second server is harmless, because PostgreSQL's lock file allows only one.
 */
async function join(cluster: Cluster, engine: Engine, mayStart: () => boolean) {
  let started: StartedServer | undefined
  let failures = 0
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(25)) {
    const postmaster = findPostmaster(cluster.dataDir)
    if (postmaster?.ready) {
      const lease = await takeLease(cluster, postmaster).catch(ignoreTransient)
      if (lease) return { postmaster, lease, adopted: postmaster.pid !== started?.pid }
    } else if (hasEnded(started)) {
      if (!mayStart()) return undefined
      if (postmaster) continue
      // Another process may be preparing the folder and finish in a moment.
      if (started && !isFolderInUse(started.failure())) failures++
      if (failures === MAX_FAILURES) throw startError(cluster, started?.failure())
      started = start(cluster, engine)
    }
  }
  throw startError(cluster, started?.failure() ?? 'no answer')
}

async function takeLease(cluster: Cluster, postmaster: Postmaster): Promise<Lease | undefined> {
  const { socketDir: host, port } = postmaster
  if (!requiresPasswords(cluster)) await setPasswordsOnline(cluster, { host, port })
  return Lease.take(connectionTo(postmaster, cluster, 'orangery')).catch((error: unknown) => {
    const wrongPassword = error instanceof pg.DatabaseError && error.code === '28P01'
    if (wrongPassword) rejectPasswordFile(cluster.dataDir, 'does not match the database')
    throw error
  })
}

/** Starts the server; `undefined` if another process is preparing the folder. */
function start(cluster: Cluster, engine: Engine): StartedServer | undefined {
  const bin = prepareEngine(engine, resolve(cluster.dataDir, '..'), cluster.account)
  if (!requiresPasswords(cluster) && !enablePasswords(cluster, bin)) return undefined
  return startPostmaster(cluster, bin, openSocketFolder(cluster))
}

function hasEnded(started: StartedServer | undefined): boolean {
  return started === undefined || started.failure() !== undefined
}

// Ignores errors of a server that is starting, stopping or full. Throws all others.
function ignoreTransient(error: unknown): undefined {
  const transient = ['57P01', '57P02', '57P03', '53300']
  if (error instanceof GatewayError) throw error
  if (error instanceof pg.DatabaseError && !transient.includes(error.code ?? '')) throw error
}

function connectionTo(
  { socketDir, port }: Postmaster,
  { dataDir }: Cluster,
  user: EmbeddedRole,
): EmbeddedConnection {
  const password = openPasswords(dataDir)[user]
  return { host: socketDir, port, user, password, database: 'orangery', ssl: false }
}

function startError({ dataDir }: Cluster, output = ''): Error {
  const remedy = `See the log ${dataDir}.log, or set DATABASE_URL to another server.`
  return new GatewayError(
    'state_conflict',
    `The embedded PostgreSQL did not start on ${dataDir}. ${remedy}\n${output}`,
  )
}
