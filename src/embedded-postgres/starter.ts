import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { GatewayError } from '../errors.ts'
import { enablePasswords, requiresPasswords } from './authentication.ts'
import type { Cluster } from './cluster.ts'
import { type Engine, prepareEngine } from './engine.ts'
import { FolderLock, isOfThisMachine, type LockRecord } from './folder-lock.ts'
import type { Heartbeat } from './heartbeat.ts'
import { pidFile, readPidFile, takeOverPidFile } from './pid-file.ts'
import { type StartedServer, startPostmaster } from './postmaster.ts'
import { isFolderInUse } from './single-user.ts'
import { findSocketFolder, openSocketFolder, SOCKET } from './socket-folder.ts'
import { isUnused } from './unused-folder.ts'

/** A data folder, the programs for it, and the heartbeat of this process in it. */
export interface Place {
  cluster: Cluster
  engine: Engine
  heartbeat: Heartbeat
}

const START_TIMEOUT_MS = 60_000
// Longer than the time from taking the lock to recording its holder.
const UNREACHABLE_MS = 10_000
const MAX_FAILURES = 3

/** Starts the server of a folder that no other process uses. If the server fails, starts it a few times. */
export class Starter {
  readonly #place: Place
  #deadline = Date.now() + START_TIMEOUT_MS
  #started: StartedServer | undefined
  #failures = 0
  #unreachableSince: number | undefined

  constructor(place: Place) {
    this.#place = place
  }

  get isLate(): boolean {
    return Date.now() >= this.#deadline
  }

  /** Whether this object has started a server that still runs. */
  get isRunning(): boolean {
    return this.#started !== undefined && this.#started.failure() === undefined
  }

  /** The output of the server that this object started, if that server has ended. */
  get failure(): string | undefined {
    return this.#started?.failure()
  }

  /**
   * Starts the server unless another process uses the folder. Throws after too many failed starts, or if the
   * process that uses the folder cannot be reached for too long.
   */
  async start(): Promise<void> {
    const { cluster } = this.#place
    // Not counted: a server that was started by hand uses the folder, and may end soon.
    if (this.#started && !isFolderInUse(this.failure)) this.#failures++
    if (this.#failures === MAX_FAILURES) throw startError(cluster, this.failure)
    const lock = FolderLock.take(cluster)
    if (!(lock instanceof FolderLock)) return this.#wait(isReachable(cluster, lock.holder))
    try {
      if (!(await isUnused(cluster, lock))) return this.#wait(false)
      this.#started = start(this.#place, lock)
      this.#deadline = Date.now() + START_TIMEOUT_MS
    } finally {
      lock.close()
    }
  }

  #wait(isReachable: boolean): void {
    this.#started = undefined
    this.#unreachableSince = isReachable ? undefined : (this.#unreachableSince ?? Date.now())
    const since = this.#unreachableSince ?? Date.now()
    if (Date.now() - since >= UNREACHABLE_MS) throw inUseError(this.#place.cluster)
  }
}

// Starts the server; `undefined` if a server without our lock uses the folder.
function start({ cluster, engine, heartbeat }: Place, lock: FolderLock): StartedServer | undefined {
  lock.record()
  heartbeat.start()
  const bin = prepareEngine(engine, resolve(cluster.dataDir, '..'), cluster.account)
  const socketDir = openSocketFolder(cluster)
  for (const file of [pidFile(cluster.dataDir), join(socketDir, `${SOCKET}.lock`)])
    takeOverPidFile(file, lock.before?.pid)
  if (!requiresPasswords(cluster) && !enablePasswords(cluster, bin, { lock })) return undefined
  return startPostmaster(cluster, bin, socketDir, lock)
}

// Whether the server of a lock's holder is expected to give a lease soon.
function isReachable({ dataDir }: Cluster, holder: LockRecord | undefined): boolean {
  const isReady = readPidFile(pidFile(dataDir))?.status === 'ready'
  const hasSocket = fs.existsSync(join(findSocketFolder(dataDir), SOCKET))
  return isOfThisMachine(holder) && (hasSocket || !isReady)
}

/** The error for a server that did not start, with its output. */
export function startError({ dataDir }: Cluster, output = ''): Error {
  const remedy = `See the log ${dataDir}.log, or set DATABASE_URL to another server.`
  return new GatewayError(
    'state_conflict',
    `The embedded PostgreSQL did not start on ${dataDir}. ${remedy}\n${output}`,
  )
}

function inUseError({ dataDir }: Cluster): Error {
  const reason = 'it was started in another container or on another machine, or its socket is gone'
  return new GatewayError(
    'state_conflict',
    `The data folder ${dataDir} is in use by a PostgreSQL server that cannot be reached from here: ${reason}. Stop the gateways and commands that use it, or set DATA_DIR to another folder.`,
  )
}
