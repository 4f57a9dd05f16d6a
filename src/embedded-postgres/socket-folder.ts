import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { GatewayError } from '../errors.ts'
import type { Cluster } from './cluster.ts'
import { pidFile, readPidFile } from './pid-file.ts'

/** The name of the socket in its folder. */
export const SOCKET = '.s.PGSQL.5432'

// The kernel limits socket paths to 104 bytes on macOS and 108 on Linux.
const MAX_PATH_BYTES = 100

/**
 * The folder of the server's socket: the data folder, which is private already, or a private folder
 * with a short path if that path is too long for a socket.
 */
export function openSocketFolder(cluster: Cluster): string {
  const folder = socketFolder(cluster.dataDir)
  if (folder !== cluster.dataDir) createPrivateFolder(folder, cluster)
  return folder
}

/**
 * The folder of the socket of a running server. The pid file has the folder, in case TMPDIR was different when the
 * server started. A pid file that was copied from another data folder is ignored.
 */
export function findSocketFolder(dataDir: string): string {
  const expected = socketFolder(dataDir)
  const { socketDir = '' } = readPidFile(pidFile(dataDir)) ?? {}
  return basename(socketDir) === shortName(dataDir) ? socketDir : expected
}

function socketFolder(dataDir: string): string {
  if (fits(dataDir)) return dataDir
  const folder = join(tmpdir(), shortName(dataDir))
  return fits(folder) ? folder : join('/tmp', shortName(dataDir))
}

function shortName(dataDir: string): string {
  return `orangery-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET)) <= MAX_PATH_BYTES
}

// Another user may have created a folder of this name in the temporary folder. Such a folder is rejected.
function createPrivateFolder(folder: string, { account }: Cluster): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stats = fs.lstatSync(folder)
  const owners = [process.getuid?.(), account?.uid]
  if (!stats.isDirectory() || !owners.includes(stats.uid) || (stats.mode & 0o077) !== 0) {
    throw new GatewayError(
      'state_conflict',
      `${folder} is not a private folder of this account. Remove it, or use a shorter DATA_DIR.`,
    )
  }
  if (account && stats.uid !== account.uid) fs.lchownSync(folder, account.uid, account.gid)
}
