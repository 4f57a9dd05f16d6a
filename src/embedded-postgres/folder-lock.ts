import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { codeOf } from '../errors.ts'
import { refusal } from './refusal.ts'

/**
 * The right to start a server on a data folder: an OS lock on an open file that the server inherits. The server and its
 * sessions hold it while they run, also in another container. It is free after a crash or a power failure.
 */
export interface FolderLock {
  readonly descriptor: number
  /**
   * Whether the lock proves that no server of a gateway runs on the folder. A virtual machine, a host or a network
   * file system may have its own locks, or none. There the last start must have been under this kernel.
   */
  readonly isProof: boolean
}

/** Takes the lock without waiting; `undefined` if another process has it. */
export function takeLock(dataDir: string): FolderLock | undefined {
  const descriptor = open(join(dataDir, 'orangery.lock'))
  const got = tryLock(descriptor)
  if (got === 'busy') {
    fs.closeSync(descriptor)
    return undefined
  }
  const isKnown =
    LOCAL_FILE_SYSTEMS.has(fs.statfsSync(dataDir).type) ||
    fs.readFileSync(descriptor, 'utf8').includes(BOOT)
  return { descriptor, isProof: got === 'locked' && isKnown }
}

/** Records that this kernel starts a server. */
export function recordStart({ descriptor }: FolderLock): void {
  fs.ftruncateSync(descriptor)
  fs.writeSync(descriptor, BOOT, 0)
}

// Opens no link and no pipe: this process may be root, and the folder may belong to another account.
function open(file: string): number {
  const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = fs.constants
  try {
    return fs.openSync(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
  } catch (error) {
    const remedy =
      'The folder must be neither read-only nor full, and every gateway and command on it must run as one account.'
    throw refusal(`${file} cannot be used (${codeOf(error) || error})`, remedy, error)
  }
}

// The boot of this kernel. One that cannot be read equals no other.
const BOOT = process.platform === 'linux' ? readBoot() : process.platform

function readBoot(): string {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return randomUUID()
  }
}

// The file systems to which only one kernel writes, by their numbers of `statfs` on Linux: ext2 to ext4, XFS, Btrfs, F2FS, bcachefs, ZFS, tmpfs, overlayfs.
const LOCAL_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0xca451a4e, 0x2fc12fc1, 0x01021994, 0x794c7630,
])

function tryLock(descriptor: number): 'locked' | 'busy' | 'no locks' {
  const native = loadNative()
  try {
    return native.tryLock(descriptor) ? 'locked' : 'busy'
  } catch (error) {
    // A network file system may answer so.
    return codeOf(error) === 'EACCES' ? 'busy' : 'no locks'
  }
}

// The package is optional, like the engine: a gateway with DATABASE_URL needs neither of them.
function loadNative(): { tryLock: (descriptor: number) => boolean } {
  try {
    return createRequire(import.meta.url)('fs-native-extensions')
  } catch (cause) {
    throw refusal(
      'The package fs-native-extensions, which locks the data folder, does not load on this platform',
      'Set DATABASE_URL to a PostgreSQL server (15 or newer) instead.',
      cause,
    )
  }
}
