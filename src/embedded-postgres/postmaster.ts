import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ignoring } from '../errors.ts'
import { type Folder, serverEnvironment } from './command.ts'
import type { FolderLock } from './folder-lock.ts'
import { refusal } from './refusal.ts'
import { settingArguments } from './settings.ts'

/** The output of a server, once it has ended; `undefined` while it runs. */
export type StartedServer = () => string | undefined

const STOP_TIMEOUT_MS = 60_000

/**
 * Starts the server in a session of its own, so that Ctrl-C does not reach it. It does not keep this process running.
 * It inherits the folder's lock, which allows one server per folder.
 */
export function startPostmaster(
  { dataDir, account }: Folder,
  bin: string,
  socketDir: string,
  lock: FolderLock,
): StartedServer {
  const log = openLog(`${dataDir}.log`)
  const child = spawn(join(bin, 'postgres'), ['-D', dataDir, ...settingArguments(socketDir)], {
    ...account,
    cwd: '/',
    env: { ...serverEnvironment, ...ignoringStalePid(dataDir, lock) },
    detached: true,
    stdio: ['ignore', log.descriptor, log.descriptor, lock.descriptor],
  })
  fs.closeSync(log.descriptor)
  child.unref()
  let failure: (() => string) | undefined
  child.once('error', (error) => {
    failure = () => error.message
  })
  child.once('exit', () => {
    failure ??= log.tail
  })
  return () => failure?.()
}

/**
 * Stops the server (fast shutdown: ends its sessions), and waits for that. The caller must have the last lease on it. A
 * server of another container keeps running, because its pid is not valid here.
 */
export async function stopPostmaster(dataDir: string): Promise<void> {
  const pid = readPidFile(dataDir)?.pid
  if (pid === undefined || !isServer(pid, dataDir)) return
  process.kill(pid, 'SIGINT')
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; Date.now() < deadline; await sleep(20)) {
    // One that was killed leaves its file.
    if (readPidFile(dataDir)?.pid !== pid || !isServer(pid, dataDir)) return
  }
}

// Other accounts may read only the arguments of a process. Outside of Linux there are no containers: a process
// with a lease sees the pids of the server.
function isServer(pid: number, dataDir: string): boolean {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0)
    const [program, ...args] = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return program?.endsWith('postgres') === true && args.includes(dataDir)
  } catch {
    return false
  }
}

/** PostgreSQL's lock file in a data folder. */
export function pidFile(dataDir: string): string {
  return join(dataDir, 'postmaster.pid')
}

/** The contents of PostgreSQL's lock file, which may be stale or empty; `undefined` if there is none. */
export function readPidFile(dataDir: string) {
  try {
    const lines = fs.readFileSync(pidFile(dataDir), 'utf8').split('\n')
    return {
      pid: Math.abs(Number.parseInt(lines[0] ?? '', 10)) || undefined,
      status: lines[7]?.trim(),
    }
  } catch (error) {
    return ignoring('ENOENT')(error)
  }
}

/** Removes lock files that keep a server from starting although no other uses the folder. The caller has its lock. */
export function removeLockFiles(dataDir: string): void {
  fs.rmSync(join(socketFolder(dataDir), `${SOCKET}.lock`), { force: true })
  // A power failure can leave it empty.
  const file = readPidFile(dataDir)
  if (file && file.pid === undefined) fs.rmSync(pidFile(dataDir))
}

/**
 * The environment in which PostgreSQL ignores the pid in its lock file, as it does for the process that started
 * `pg_ctl`. After a crash, an unrelated process can have this pid, which is likely in a restarted container, or the
 * killed server is a zombie. PostgreSQL still checks that no process uses the server's shared memory.
 */
export function ignoringStalePid(dataDir: string, lock: FolderLock): Record<string, string> {
  const pid = lock.isProof ? readPidFile(dataDir)?.pid : undefined
  return pid === undefined ? {} : { PG_GRANDPARENT_PID: String(pid) }
}

const MAX_BYTES = 10 * 1024 * 1024
const TAIL_BYTES = 4096

// Opens the log of a child process for appending. `tail`: the end of the text that was written since then.
function openLog(file: string) {
  const descriptor = fs.openSync(file, 'a', 0o600)
  if (fs.fstatSync(descriptor).size > MAX_BYTES) fs.ftruncateSync(descriptor)
  const start = fs.fstatSync(descriptor).size
  const tail = () => fs.readFileSync(file).subarray(start).subarray(-TAIL_BYTES).toString().trim()
  return { descriptor, tail }
}

const SOCKET = '.s.PGSQL.5432'

// The kernel limits socket paths to 104 bytes on macOS and 108 on Linux.
const MAX_PATH_BYTES = 100

/** The folder of the server's socket: the data folder, or one with a short path if that path is too long for a socket. */
export function socketFolder(dataDir: string): string {
  if (Buffer.byteLength(join(dataDir, SOCKET)) <= MAX_PATH_BYTES) return dataDir
  // TMPDIR can differ between the processes of a folder.
  return `/tmp/orangery-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
}

/** Creates the folder of the socket. Rejects one of this name that another user has created in the temporary folder. */
export function createSocketFolder({ dataDir, account }: Folder): void {
  const folder = socketFolder(dataDir)
  if (folder === dataDir) return
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stats = fs.lstatSync(folder)
  const owners = [process.getuid?.(), account?.uid]
  if (!stats.isDirectory() || !owners.includes(stats.uid) || (stats.mode & 0o077) !== 0)
    throw refusal(
      `${folder} is not a private folder of this account`,
      'Remove it, or use a shorter DATA_DIR.',
    )
  if (account && stats.uid !== account.uid) fs.lchownSync(folder, account.uid, account.gid)
}

/** Whether a server answers on the socket. */
export async function hasServer(dataDir: string): Promise<boolean> {
  const socket = createConnection(join(socketFolder(dataDir), SOCKET))
  const connected = once(socket, 'connect').then(
    () => true,
    () => false,
  )
  return connected.finally(() => socket.destroy())
}
