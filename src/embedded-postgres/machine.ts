import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'

/**
 * Identifies a system of processes: the boot of its kernel, and the namespace of its process ids.
 * Containers of one machine have the same boot and different namespaces.
 */
interface Machine {
  readonly boot: string
  readonly pids: string
}

/** The machine of this process. A part that cannot be read gets a random value, which equals no other. */
export const MACHINE: Machine =
  process.platform === 'linux'
    ? {
        boot: read(() => fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
        pids: read(() => fs.readlinkSync('/proc/self/ns/pid')),
      }
    : { boot: process.platform, pids: process.platform }

function read(source: () => string): string {
  try {
    return source()
  } catch {
    return randomUUID()
  }
}

// Numbers of `statfs`: ext2 to ext4, XFS, Btrfs, F2FS, bcachefs, ZFS, tmpfs, overlayfs.
const LOCAL_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0xca451a4e, 0x2fc12fc1, 0x01021994, 0x794c7630,
])

/** Whether only one kernel writes to the file system of a folder. An unknown file system is not local. */
export function isLocal(folder: string): boolean {
  return LOCAL_FILE_SYSTEMS.has(fs.statfsSync(folder).type)
}
