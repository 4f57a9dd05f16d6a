import * as fs from 'node:fs'
import { join } from 'node:path'

/** The contents of a server's lock file. It may be stale, or a copy from another folder. */
interface PidFile {
  /** Negative in single-user mode. `undefined` if the file is empty or unreadable. */
  pid: number | undefined
  socketDir: string
  status: string
}

/** The path of PostgreSQL's lock file in a data folder. */
export function pidFile(dataDir: string): string {
  return join(dataDir, 'postmaster.pid')
}

/** Reads a lock file of PostgreSQL's; `undefined` if there is none. */
export function readPidFile(file: string): PidFile | undefined {
  try {
    const [first, , , , socketDir = '', , , status = ''] = fs.readFileSync(file, 'utf8').split('\n')
    const pid = Number.parseInt(first ?? '', 10)
    return { pid: pid || undefined, socketDir, status: status.trim() }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Lets a server start although its lock file has the pid of a running process. After a crash, an unrelated process
 * can have this pid, which is likely in a restarted container, or the killed server is a zombie. So this writes the
 * pid of this process to the file: PostgreSQL ignores the pid of its own parent. It still checks that no process uses
 * the server's shared memory. A power failure can leave a file without a pid, which this removes. The caller must
 * have the folder's lock. `last` is the pid of the last server that had it.
 */
export function takeOverPidFile(file: string, last: number | undefined): void {
  const read = readPidFile(file)
  if (read === undefined) return
  const pid = Math.abs(read.pid ?? 0)
  if (pid === 0) fs.rmSync(file)
  else if (isAlive(pid) && (pid === last || !mayBeServer(pid))) replacePid(file, process.pid)
}

/** Whether a process of this machine has the pid. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Whether the process may be a PostgreSQL server. Always true where process names cannot be read (not Linux). */
export function mayBeServer(pid: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    return true
  }
}

// Follows no link: this process may be root, and the folder may belong to another account.
function replacePid(file: string, pid: number): void {
  const { O_RDWR, O_NOFOLLOW } = fs.constants
  const descriptor = fs.openSync(file, O_RDWR | O_NOFOLLOW)
  try {
    const [, ...others] = fs.readFileSync(descriptor, 'utf8').split('\n')
    fs.ftruncateSync(descriptor)
    fs.writeSync(descriptor, [pid, ...others].join('\n'), 0)
  } finally {
    fs.closeSync(descriptor)
  }
}
