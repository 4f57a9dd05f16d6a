import { statSync } from 'node:fs'
import { run } from './command.ts'

/** The operating-system account that a child process runs as. */
export interface Account {
  uid: number
  gid: number
}

const nobody: Account = { uid: 65534, gid: 65534 }

/**
 * The account PostgreSQL runs as: `undefined` means the one we run as. PostgreSQL refuses root,
 * so root hands over to the owner of an existing data folder, or else to `nobody`.
 */
export function serverAccount(dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  return folder && folder.uid !== 0 ? { uid: folder.uid, gid: folder.gid } : nobody
}

/** Whether the account can reach into the folder: asked of the kernel, as that account. */
export function canEnter(account: Account, folder: string): boolean {
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { account }).failure === undefined
}
