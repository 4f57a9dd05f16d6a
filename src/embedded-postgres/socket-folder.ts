import { createHash } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import type { Folder } from './account.ts'
import { refusal } from './refusal.ts'

/** The name of the socket in its folder. */
export const SOCKET = '.s.PGSQL.5432'

// The kernel limits socket paths to 104 bytes on macOS and 108 on Linux.
const MAX_PATH_BYTES = 100

/** The folder of the server's socket: the data folder, or one with a short path if that path is too long for a socket. */
export function socketFolder(dataDir: string): string {
  if (Buffer.byteLength(join(dataDir, SOCKET)) <= MAX_PATH_BYTES) return dataDir
  // TMPDIR can differ between the processes of a folder.
  return `/tmp/orangery-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
}

/**
 * Creates the folder of the socket. Another user may have created one of this name in the temporary folder. Such a
 * folder is rejected.
 */
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
