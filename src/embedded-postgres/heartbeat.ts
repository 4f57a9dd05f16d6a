import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFolderFile, readText, writeText } from './folder-file.ts'
import type { Folder } from './folder-lock.ts'

const BEAT_MS = 2_000
const READ_MS = 250

const NAME = randomUUID()

/**
 * Shows that the server of a folder is in use to processes that cannot see the lock of the folder, such as those on
 * another machine. Every process with a lease writes its name to a file again and again.
 */
export class Heartbeat {
  readonly #folder: Folder
  #timer: NodeJS.Timeout | undefined

  constructor(folder: Folder) {
    this.#folder = folder
  }

  /** Begins, or continues. Does not keep this process running. */
  start(): void {
    if (this.#timer) return
    writeName(this.#folder)
    this.#timer = setInterval(() => this.#beat(), BEAT_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #beat(): void {
    try {
      writeName(this.#folder)
    } catch {
      // The disk may be full or the folder removed. The server reports that itself.
    }
  }
}

/**
 * Whether no other process writes its name for `ms` milliseconds. Writes the name of this process first: if two
 * processes call this at the same time, at least one sees the name of the other.
 */
export async function isSilent(folder: Folder, ms: number): Promise<boolean> {
  writeName(folder)
  for (const end = Date.now() + ms; Date.now() < end; ) {
    await sleep(READ_MS)
    if (withFile(folder, readText) !== NAME) return false
  }
  return true
}

function writeName(folder: Folder): void {
  withFile(folder, (descriptor) => writeText(descriptor, NAME))
}

// The file is opened each time, because a network file system shows the writes of others only after an open.
function withFile<T>({ dataDir, account }: Folder, use: (descriptor: number) => T): T {
  const descriptor = openFolderFile(join(dataDir, 'orangery.heartbeat'), account)
  try {
    return use(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
