import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { serverEnvironment } from './command.ts'
import { openLog } from './log.ts'
import { settingArguments } from './settings.ts'

/** A running server process, as its lock file describes it. */
export interface Postmaster {
  pid: number
  port: number
  socketDir: string
  ready: boolean
}

/** A server process that this process started. */
export interface StartedServer {
  pid: number | undefined
  /** Its output before it ended; `undefined` while it runs. */
  failure: () => string | undefined
}

const STOP_TIMEOUT_MS = 60_000
const SOCKET_LOCK = '.s.PGSQL.5432.lock'

/** Finds the running server of a data folder, also if another process started it. */
export function findPostmaster(dataDir: string): Postmaster | undefined {
  const [pidLine, , , port, socketDir, , , status] = readLines(lockFile(dataDir))
  const pid = Number(pidLine)
  if (!isAlive(pid) || !worksIn(pid, dataDir)) return undefined
  return { pid, port: Number(port), socketDir: socketDir ?? '', ready: status?.trim() === 'ready' }
}

const lockFile = (dataDir: string) => join(dataDir, 'postmaster.pid')

function readLines(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

// A server's working directory is its data folder. Only Linux shows it; elsewhere the pid must do.
function worksIn(pid: number, dataDir: string): boolean {
  if (process.platform !== 'linux') return true
  const working = fs.statSync(`/proc/${pid}/cwd`, { throwIfNoEntry: false })
  const data = fs.statSync(dataDir)
  return working?.ino === data.ino && working.dev === data.dev
}

/**
 * Starts the server in a session of its own, so that Ctrl-C does not reach it. It does not keep this
 * process running. PostgreSQL's lock file allows one server per data folder.
 */
export function startPostmaster(cluster: Cluster, bin: string, socketDir: string): StartedServer {
  takeOverStaleLocks(cluster.dataDir, socketDir)
  const log = openLog(`${cluster.dataDir}.log`)
  const options = ['-D', cluster.dataDir, ...settingArguments(socketDir)]
  const child = spawn(join(bin, 'postgres'), options, {
    ...cluster.account,
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', log.descriptor, log.descriptor],
  })
  log.close()
  child.unref()
  let failure: (() => string) | undefined
  child.once('error', (error) => {
    failure = () => error.message
  })
  child.once('exit', () => {
    failure ??= log.tail
  })
  return { pid: child.pid, failure: () => failure?.() }
}

/**
 * After a crash, an unrelated process can have the pid in the lock files, as is likely in a restarted
 * container, or the killed server is a zombie. PostgreSQL would not start while that process is there. It
 * passes over the pid of its own parent, and still checks that no process uses the server's shared memory.
 */
function takeOverStaleLocks(dataDir: string, socketDir: string): void {
  for (const file of [lockFile(dataDir), join(socketDir, SOCKET_LOCK)]) {
    const [pidLine, ...others] = readLines(file)
    // The pid of a server in single-user mode is negative.
    const pid = Math.abs(Number(pidLine))
    if (isAlive(pid) && !worksIn(pid, dataDir))
      fs.writeFileSync(file, [process.pid, ...others].join('\n'))
  }
}

/** Stops the server (fast shutdown: ends its sessions), and waits until it has stopped. */
export async function stopPostmaster(dataDir: string): Promise<void> {
  const { pid } = findPostmaster(dataDir) ?? {}
  if (pid === undefined) return
  process.kill(pid, 'SIGINT')
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; Date.now() < deadline; await sleep(20)) {
    if (findPostmaster(dataDir)?.pid !== pid) return
  }
}
