import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GatewayError } from '../../errors.ts'
import type { Cluster } from './cluster.ts'

// The kernel limits socket paths to 104 bytes on macOS and 108 on Linux.
const MAX_PATH_BYTES = 100

/**
 * The folder of the server's socket: the data folder, which is private already, or a private folder
 * with a short path if that path is too long for a socket.
 */
export function openSocketFolder(cluster: Cluster): string {
  if (fits(cluster.dataDir)) return cluster.dataDir
  const name = `orangery-${createHash('sha256').update(cluster.dataDir).digest('hex').slice(0, 16)}`
  const folder = join(fits(join(tmpdir(), name)) ? tmpdir() : '/tmp', name)
  createPrivateFolder(folder, cluster)
  return folder
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= MAX_PATH_BYTES
}

// Another user may have created this name in the temporary folder: such a folder is rejected.
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
