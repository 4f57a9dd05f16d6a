import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { requiresPasswords } from './authentication.ts'
import type { Cluster } from './cluster.ts'
import type { Engine } from './engine.ts'
import { type EmbeddedConnection, Lease } from './lease.ts'
import { type EmbeddedRole, readPasswords, rejectPasswordFile } from './passwords.ts'
import { readPidFile } from './postmaster.ts'
import { hasServer, socketFolder } from './socket-folder.ts'
import { Starter } from './starter.ts'

/**
 * Tries until it has a lease. The server may be starting or stopping, or another process may have started it.
 * If no server answers, starts it unless another process uses the folder. Returns `undefined` if `mayStart`
 * forbids that. Throws if the server does not start in time. `adopted`: another process started the server.
 */
export async function join(
  cluster: Cluster,
  engine: Engine,
  mayStart: () => boolean,
): Promise<{ lease: Lease; adopted: boolean } | undefined> {
  const { dataDir } = cluster
  const starter = new Starter()
  for (; ; await sleep(25)) {
    starter.requireTime(dataDir)
    const lease = await tryLease(dataDir)
    if (lease instanceof Lease) return { lease, adopted: !starter.isRunning }
    if (lease === 'answers' || starter.isRunning) continue
    if (!mayStart()) return undefined
    starter.start(cluster, engine)
  }
}

/** How to connect to the server as a role. */
export function connectionTo(dataDir: string, user: EmbeddedRole): EmbeddedConnection {
  const { [user]: password } = readPasswords(dataDir) ?? rejectPasswordFile(dataDir, 'is missing')
  const host = socketFolder(dataDir)
  return { host, port: 5432, user, password, database: 'orangery', ssl: false }
}

// A lease, or whether a server answers that cannot give a lease now.
async function tryLease(dataDir: string): Promise<Lease | 'answers' | 'silent'> {
  const status = readPidFile(dataDir)?.status
  if (status === 'starting' || status === 'stopping') return 'silent'
  if (!requiresPasswords(dataDir)) {
    // The file was removed, or release 0.1 started the server. Passwords are set while no server runs.
    if (await hasServer(dataDir)) return rejectPasswordFile(dataDir, 'is missing')
    return 'silent'
  }
  const connection = connectionTo(dataDir, 'orangery')
  return Lease.take(connection).catch((error) => rejectLasting(error, dataDir))
}

const TRANSIENT = ['57P01', '57P02', '57P03', '53300']

// Throws every error except those of a server that is starting, stopping, full or gone.
function rejectLasting(error: unknown, dataDir: string): 'answers' | 'silent' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!(error instanceof pg.DatabaseError))
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? 'silent' : 'answers'
  if (code === '28P01') return rejectPasswordFile(dataDir, 'does not match the database')
  if (!TRANSIENT.includes(code)) throw error
  return 'answers'
}
