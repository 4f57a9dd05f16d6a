import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { GatewayError } from '../errors.ts'
import { requiresPasswords, setPasswordsOnline } from './authentication.ts'
import type { Cluster } from './cluster.ts'
import { type EmbeddedConnection, Lease } from './lease.ts'
import { type EmbeddedRole, openPasswords, rejectPasswordFile } from './passwords.ts'
import { pidFile, readPidFile } from './pid-file.ts'
import { findSocketFolder } from './socket-folder.ts'
import { type Place, Starter, startError } from './starter.ts'

/** A lease, and the server that it belongs to. */
interface Joined {
  lease: Lease
  socketDir: string
  /** Whether another process started the server. */
  adopted: boolean
}

/**
 * Tries until it has a lease. The server may be starting or stopping, or another process may have started it.
 * If no server answers, starts it unless another process uses the folder. Returns `undefined` if `mayStart`
 * forbids that. Throws if the server does not start in time.
 */
export async function join(place: Place, mayStart: () => boolean): Promise<Joined | undefined> {
  const { cluster, heartbeat } = place
  const starter = new Starter(place)
  for (; !starter.isLate; await sleep(25)) {
    const socketDir = findSocketFolder(cluster.dataDir)
    const lease = await tryLease(cluster, socketDir)
    if (lease instanceof Lease) {
      heartbeat.start()
      void lease.ended.then(() => heartbeat.stop())
      return { lease, socketDir, adopted: !starter.isRunning }
    }
    if (lease === 'answers' || starter.isRunning) continue
    if (!mayStart()) return undefined
    await starter.start()
  }
  throw startError(cluster, starter.failure ?? 'no answer')
}

/** How to connect to the server as a role. */
export function connectionTo(
  { dataDir }: Cluster,
  socketDir: string,
  user: EmbeddedRole,
): EmbeddedConnection {
  const password = openPasswords(dataDir)[user]
  return { host: socketDir, port: 5432, user, password, database: 'orangery', ssl: false }
}

// A lease, or whether a server answers that cannot give a lease now.
async function tryLease(cluster: Cluster, host: string): Promise<Lease | 'answers' | 'silent'> {
  const status = readPidFile(pidFile(cluster.dataDir))?.status
  if (status === 'starting' || status === 'stopping') return 'silent'
  try {
    if (!requiresPasswords(cluster)) await setPasswordsOnline(cluster, { host, port: 5432 })
    return (await Lease.take(connectionTo(cluster, host, 'orangery'))) ?? 'answers'
  } catch (error) {
    return rejectLasting(error, cluster)
  }
}

const TRANSIENT = ['57P01', '57P02', '57P03', '53300']

// Throws every error except those of a server that is starting, stopping, full or gone.
function rejectLasting(error: unknown, { dataDir }: Cluster): 'answers' | 'silent' {
  if (error instanceof GatewayError) throw error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!(error instanceof pg.DatabaseError))
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? 'silent' : 'answers'
  if (code === '28P01') return rejectPasswordFile(dataDir, 'does not match the database')
  if (!TRANSIENT.includes(code)) throw error
  return 'answers'
}
