import * as fs from 'node:fs'
import type { Folder, FolderLock } from './folder-lock.ts'
import { isSilent } from './heartbeat.ts'
import { isLocal, MACHINE } from './machine.ts'
import { pidFile } from './pid-file.ts'

/** The facts that a lock proves. */
type Proof = Pick<FolderLock, 'isReal' | 'before'>

// silenceMs: five heartbeats. endMs: a server ends within a minute after its pid file was removed.
const WAITS = { silenceMs: 10_000, endMs: 75_000 }

/**
 * Whether no other process uses the folder of a lock that this process holds. The lock proves that only for this
 * kernel: a virtual machine, a host or a network file system may have its own locks, or none. So if the last start
 * was on another kernel, the heartbeat must be silent too. If the folder has no clean stop, a server may still run
 * that no process uses. Removing its pid file ends that server.
 */
export async function isUnused(folder: Folder, lock: Proof, waits = WAITS): Promise<boolean> {
  const file = pidFile(folder.dataDir)
  const wasStopped = !fs.existsSync(file)
  const isLocalLock = lock.isReal && isLocal(folder.dataDir)
  if (lock.isReal && lock.before?.boot === MACHINE.boot) return true
  if (isLocalLock && wasStopped) return true
  if (!(await isSilent(folder, waits.silenceMs))) return false
  if (isLocalLock || wasStopped) return true
  fs.rmSync(file, { force: true })
  return isSilent(folder, waits.endMs)
}
