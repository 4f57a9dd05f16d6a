import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { serverEnvironment } from './command.ts'
import { type Folder, FolderLock, isOfThisMachine } from './folder-lock.ts'
import { isAlive, mayBeServer, pidFile, readPidFile } from './pid-file.ts'
import { settingArguments } from './settings.ts'

/** A server process that this process started. */
export interface StartedServer {
  pid: number | undefined
  /** Its output before it ended; `undefined` while it runs. */
  failure: () => string | undefined
}

const STOP_TIMEOUT_MS = 60_000

/**
 * Starts the server in a session of its own, so that Ctrl-C does not reach it. It does not keep this
 * process running. It inherits the folder's lock, which allows one server per data folder.
 */
export function startPostmaster(
  cluster: Cluster,
  bin: string,
  socketDir: string,
  lock: FolderLock,
): StartedServer {
  const log = openLog(`${cluster.dataDir}.log`)
  const options = ['-D', cluster.dataDir, ...settingArguments(socketDir)]
  const child = spawn(join(bin, 'postgres'), options, {
    ...cluster.account,
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', log.descriptor, log.descriptor, lock.descriptor],
  })
  log.close()
  child.unref()
  lock.record(child.pid)
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
 * Stops the server (fast shutdown: ends its sessions), and waits until it has stopped. The caller must have the
 * last lease on it. A server of another container keeps running, because its pid is not valid here.
 */
export async function stopPostmaster(folder: Folder): Promise<void> {
  const pid = findPid(folder)
  if (pid === undefined || !isAlive(pid)) return
  process.kill(pid, 'SIGINT')
  const file = pidFile(folder.dataDir)
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; Date.now() < deadline; await sleep(20)) {
    // One that was killed leaves its file.
    if (readPidFile(file)?.pid !== pid || !isAlive(pid)) return
  }
}

function findPid(folder: Folder): number | undefined {
  const lock = FolderLock.take(folder)
  if (!(lock instanceof FolderLock))
    return isOfThisMachine(lock.holder) ? lock.holder?.pid : undefined
  lock.close()
  if (!lock.isReal && lock.before) return isOfThisMachine(lock.before) ? lock.before.pid : undefined
  // No server of ours has the lock: the server was started by hand, or by an earlier release without locks.
  const pid = readPidFile(pidFile(folder.dataDir))?.pid
  return pid !== undefined && pid > 0 && mayBeServer(pid) ? pid : undefined
}

const MAX_BYTES = 10 * 1024 * 1024
const TAIL_BYTES = 4096

// A log that a child process writes to.
interface Log {
  descriptor: number
  /** Closes the descriptor of this process. The child keeps its own. */
  close: () => void
  /** The end of the text that was written since the log was opened. */
  tail: () => string
}

// Opens a log for appending. Truncates it first if it is larger than 10 MB.
function openLog(file: string): Log {
  const descriptor = fs.openSync(file, 'a', 0o600)
  if (fs.fstatSync(descriptor).size > MAX_BYTES) fs.ftruncateSync(descriptor)
  const start = fs.fstatSync(descriptor).size
  return {
    descriptor,
    close: () => fs.closeSync(descriptor),
    tail: () => fs.readFileSync(file).subarray(start).subarray(-TAIL_BYTES).toString().trim(),
  }
}
