import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'

// The kernel keeps socket paths in 104 bytes on macOS, 108 on Linux, and cuts no slack.
const maxPathBytes = 100

/**
 * The folder for the server's socket: the data folder itself, which is private already, or a
 * short private one where that path is too long for a socket.
 */
export function openSocketFolder(cluster: Cluster): string {
  if (fits(cluster.dataDir)) return cluster.dataDir
  const name = `orangery-${createHash('sha256').update(cluster.dataDir).digest('hex').slice(0, 16)}`
  const folder = join(fits(join(tmpdir(), name)) ? tmpdir() : '/tmp', name)
  makePrivate(folder, cluster)
  return folder
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= maxPathBytes
}

/** Anyone may create a name in the temporary folder first: theirs is refused, never followed. */
function makePrivate(folder: string, { account }: Cluster): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = fs.lstatSync(folder)
  const owners = [process.getuid?.(), account?.uid]
  if (!found.isDirectory() || !owners.includes(found.uid) || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} is not a private folder of ours. Remove it, or shorten the path.`)
  }
  if (account && found.uid !== account.uid) fs.lchownSync(folder, account.uid, account.gid)
}
