import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf } from '../errors.ts'
import type { Cluster } from './cluster.ts'
import { type Engine, prepareEngine } from './engine.ts'
import { recordStart, takeLock } from './folder-lock.ts'
import { type EmbeddedConnection, Lease } from './lease.ts'
import {
  type EmbeddedRole,
  enablePasswords,
  isFolderInUse,
  readPasswords,
  rejectPasswordFile,
  requiresPasswords,
} from './passwords.ts'
import {
  createSocketFolder,
  hasServer,
  pidFile,
  readPidFile,
  removeLockFiles,
  type StartedServer,
  socketFolder,
  startPostmaster,
} from './postmaster.ts'
import { refusal } from './refusal.ts'

/**
 * Tries until it has a lease, and starts the server if none answers and no other process uses the folder. Returns
 * `undefined` if `mayStart` forbids that. Throws if it does not start in time. `adopted`: another process started it.
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
  const code = codeOf(error)
  if (!(error instanceof pg.DatabaseError))
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? 'silent' : 'answers'
  if (code === '28P01') return rejectPasswordFile(dataDir, 'does not match the database')
  if (!TRANSIENT.includes(code)) throw error
  return 'answers'
}

const START_TIMEOUT_MS = 60_000
const UNREACHABLE_MS = 10_000

class Starter {
  #bin: string | undefined
  #server: StartedServer | undefined
  #deadline = Date.now() + START_TIMEOUT_MS
  #unreachableSince = Number.POSITIVE_INFINITY
  #obstacle: Error | undefined

  requireTime(dataDir: string): void {
    if (Date.now() >= this.#deadline) throw this.#obstacle ?? startError(dataDir, 'no answer')
  }

  get isRunning(): boolean {
    return this.#server !== undefined && this.#server() === undefined
  }

  /** Throws if the server has failed, or if the process that uses the folder cannot be reached for too long. */
  start(cluster: Cluster, engine: Engine): void {
    const { dataDir, account } = cluster
    const failure = this.#server?.()
    if (failure !== undefined && !isFolderInUse(failure)) throw startError(dataDir, failure)
    if (failure !== undefined) this.#wait(dataDir, inUse(dataDir))
    // Before the lock is taken, because a copy takes long.
    this.#bin ??= prepareEngine(engine, dirname(dataDir), account)
    const started = startServer(cluster, this.#bin)
    if (started instanceof Error) {
      this.#wait(dataDir, started)
      return
    }
    if (!this.#server) this.#deadline = Date.now() + START_TIMEOUT_MS
    this.#server = started
  }

  // Another process may be preparing or starting the server. One that is ready answers soon.
  #wait(dataDir: string, reason: Error): void {
    this.#obstacle = reason
    const isReady = readPidFile(dataDir)?.status === 'ready'
    this.#unreachableSince = isReady
      ? Math.min(this.#unreachableSince, Date.now())
      : Number.POSITIVE_INFINITY
    if (Date.now() - this.#unreachableSince >= UNREACHABLE_MS) throw reason
  }
}

// Returns why the server may not be started if another process uses the folder.
function startServer(cluster: Cluster, bin: string): StartedServer | Error {
  const { dataDir } = cluster
  const lock = takeLock(dataDir)
  if (!lock) return inUse(dataDir)
  try {
    if (!lock.isProof && fs.existsSync(pidFile(dataDir))) return notStopped(dataDir)
    recordStart(lock)
    createSocketFolder(cluster)
    removeLockFiles(dataDir)
    if (!requiresPasswords(dataDir) && !enablePasswords(cluster, bin, { lock }))
      return inUse(dataDir)
    return startPostmaster(cluster, bin, socketFolder(dataDir), lock)
  } finally {
    // The server keeps the lock.
    fs.closeSync(lock.descriptor)
  }
}

/** The error for a server that did not start. */
export function startError(dataDir: string, output: string): Error {
  return refusal(
    `The embedded PostgreSQL did not start on ${dataDir}`,
    `See the log ${dataDir}.log, or set DATABASE_URL to another server.\n${output}`,
  )
}

function inUse(dataDir: string): Error {
  const reason = 'it was started in another container or on another machine, or its socket is gone'
  return refusal(
    `The data folder ${dataDir} is in use by a PostgreSQL server that cannot be reached from here: ${reason}`,
    'Stop the gateways and commands that use it, or set DATA_DIR to another folder.',
  )
}

function notStopped(dataDir: string): Error {
  return refusal(
    `The server of ${dataDir} was not stopped, and may still run on another machine: the locks of this file system do not show that`,
    `If no gateway or command on any machine uses the folder, remove ${pidFile(dataDir)}.`,
  )
}
