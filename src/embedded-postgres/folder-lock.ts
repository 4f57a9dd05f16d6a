import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { GatewayError } from '../errors.ts'
import type { Account } from './account.ts'
import { openFolderFile, readText, writeText } from './folder-file.ts'
import { MACHINE } from './machine.ts'

/** A data folder and the account that its server runs as. */
export interface Folder {
  dataDir: string
  account: Account | undefined
}

const recordFormat = z.object({ boot: z.string(), pids: z.string(), pid: z.number().optional() })

/** The machine that last started a server on the folder, and the pid of that server there. */
export type LockRecord = z.infer<typeof recordFormat>

/**
 * The right to start a server on a data folder. It is an OS lock on an open file that the server inherits.
 * The lock is held while the server or one of its processes runs, also in another container. It is free
 * after a crash or a power failure. The file also contains a record of its last holder.
 */
export class FolderLock {
  readonly descriptor: number
  /** Whether the file system has locks. If it has none, every process gets a lock object. */
  readonly isReal: boolean
  /** The record of the previous holder; `undefined` if there was none. */
  readonly before: LockRecord | undefined

  private constructor(descriptor: number, isReal: boolean) {
    this.descriptor = descriptor
    this.isReal = isReal
    this.before = readRecord(descriptor)
  }

  /** Takes the lock without waiting. If another process has the lock, returns the record of that holder. */
  static take({ dataDir, account }: Folder): FolderLock | { holder: LockRecord | undefined } {
    const descriptor = openFolderFile(join(dataDir, 'orangery.lock'), account)
    try {
      const got = tryLock(descriptor)
      if (got !== 'busy') return new FolderLock(descriptor, got === 'locked')
      const holder = readRecord(descriptor)
      fs.closeSync(descriptor)
      return { holder }
    } catch (error) {
      fs.closeSync(descriptor)
      throw error
    }
  }

  /** Records this machine, and the server that it started. */
  record(pid?: number): void {
    writeText(this.descriptor, JSON.stringify({ ...MACHINE, pid }))
  }

  /** Closes the descriptor of this process. A server that was started with it keeps the lock. */
  close(): void {
    fs.closeSync(this.descriptor)
  }
}

/** Whether a record was made on this machine and in this pid namespace, so that its pid is valid here. */
export function isOfThisMachine(record: LockRecord | undefined): boolean {
  return record?.boot === MACHINE.boot && record.pids === MACHINE.pids
}

function readRecord(descriptor: number): LockRecord | undefined {
  try {
    return recordFormat.parse(JSON.parse(readText(descriptor)))
  } catch {
    return undefined
  }
}

const NO_LOCKS = ['ENOLCK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL']

function tryLock(descriptor: number): 'locked' | 'busy' | 'no locks' {
  const native = loadNative()
  try {
    return native.tryLock(descriptor) ? 'locked' : 'busy'
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    // A network file system may answer with EACCES.
    if (error.code === 'EACCES') return 'busy'
    if (NO_LOCKS.includes(String(error.code))) return 'no locks'
    throw error
  }
}

// The package is optional, like the engine: a gateway with DATABASE_URL needs neither of them.
function loadNative(): { tryLock: (descriptor: number) => boolean } {
  try {
    return createRequire(import.meta.url)('fs-native-extensions')
  } catch (cause) {
    throw new GatewayError(
      'state_conflict',
      'The package fs-native-extensions, which locks the data folder, does not load on this platform. Set DATABASE_URL to a PostgreSQL server (15 or newer) instead.',
      { cause },
    )
  }
}
