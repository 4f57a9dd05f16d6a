import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { GatewayError } from '../../errors.ts'
import { asksForPasswords, givePasswords, requirePasswords } from './authentication.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { type Engine, findEngine, prepareEngine } from './engine.ts'
import { type EmbeddedConnection, Lease } from './lease.ts'
import { type EmbeddedRole, openPasswords, passwordFile, refuse } from './passwords.ts'
import {
  findPostmaster,
  type Postmaster,
  type Started,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { Share } from './share.ts'
import { isLockedOut } from './single-user.ts'
import { openSocketFolder } from './socket-folder.ts'

/** Our share in a running PostgreSQL of our own. */
export interface EmbeddedServer {
  /** As the owner of the database. */
  connection: EmbeddedConnection
  /** As the role that the serving process has. */
  runtime: EmbeddedConnection
  /** Where it is; `reason` says why the data is not in the folder that was asked for. */
  location: { dataDir: string; socketDir: string; reason?: string }
  /** Whether the server ran already: another process's, or one that a killed process left. */
  adopted: boolean
  /** Gives the share up. The last one stops the server. May be called again. */
  release: () => Promise<void>
}

const startTimeoutMs = 60_000
const maxFailures = 3

/**
 * Starts PostgreSQL on a data folder, which is made where there is none, or joins the server that
 * runs there. A server that is lost later is joined or started again, at the same connection;
 * `onLoss` is told of the loss and of each vain try. Throws an error that says what is wrong and
 * what to do about it.
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
  const again = async (wanted: () => boolean) => (await join(cluster, engine, wanted))?.lease
  const share = new Share(joined.lease, again, onLoss)
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
    release: () => share.release(() => stopPostmaster(cluster.dataDir)),
  }
}

/**
 * Comes back to the data folder until it has a share: the server there may be starting, stopping
 * or another's. Starting one too many does no harm, since PostgreSQL's lock file admits one.
 */
async function join(cluster: Cluster, engine: Engine, wanted: () => boolean) {
  let started: Started | undefined
  let failures = 0
  for (const end = Date.now() + startTimeoutMs; Date.now() < end; await sleep(25)) {
    const postmaster = findPostmaster(cluster.dataDir)
    if (postmaster?.ready) {
      const lease = await takeShare(cluster, postmaster).catch(passing)
      if (lease) return { postmaster, lease, adopted: postmaster.pid !== started?.pid }
    } else if (isOver(started)) {
      if (!wanted()) return undefined
      if (postmaster) continue
      // Who holds the folder may be preparing it, and be gone in a moment.
      if (started && !isLockedOut(started.failure())) failures++
      if (failures === maxFailures) throw startError(cluster, started?.failure())
      started = start(cluster, engine)
    }
  }
  throw startError(cluster, started?.failure() ?? 'no answer')
}

async function takeShare(cluster: Cluster, postmaster: Postmaster): Promise<Lease | undefined> {
  const { socketDir: host, port } = postmaster
  if (!asksForPasswords(cluster)) await givePasswords(cluster, { host, port })
  return Lease.take(connectionTo(postmaster, cluster, 'orangery')).catch((error: unknown) => {
    const wrongPassword = error instanceof pg.DatabaseError && error.code === '28P01'
    if (wrongPassword) refuse(passwordFile(cluster.dataDir), 'is not that of this database')
    throw error
  })
}

/** Starts the server; `undefined` where another process prepares the folder. */
function start(cluster: Cluster, engine: Engine): Started | undefined {
  const bin = prepareEngine(engine, resolve(cluster.dataDir, '..'), cluster.account)
  if (!asksForPasswords(cluster) && !requirePasswords(cluster, bin)) return undefined
  return startPostmaster(cluster, bin, openSocketFolder(cluster))
}

function isOver(started: Started | undefined): boolean {
  return started === undefined || started.failure() !== undefined
}

/** Lets pass what a server that starts, stops or is full says; anything else will not pass. */
function passing(error: unknown): undefined {
  const states = ['57P01', '57P02', '57P03', '53300']
  if (error instanceof GatewayError) throw error
  if (error instanceof pg.DatabaseError && !states.includes(error.code ?? '')) throw error
}

function connectionTo(
  { socketDir, port }: Postmaster,
  { dataDir }: Cluster,
  user: EmbeddedRole,
): EmbeddedConnection {
  const password = openPasswords(dataDir)[user]
  return { host: socketDir, port, user, password, database: 'orangery', ssl: false }
}

function startError({ dataDir }: Cluster, said = ''): Error {
  const remedy = `The whole log is ${dataDir}.log; DATABASE_URL names another server.`
  return new Error(`The built-in PostgreSQL did not start on ${dataDir}. ${remedy}\n${said}`)
}
