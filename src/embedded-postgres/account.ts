import { existsSync, readFileSync, statSync } from 'node:fs'
import { run } from './command.ts'

/** The operating-system account that a child process runs as. */
export interface Account {
  uid: number
  gid: number
}

/** A data folder and the account that its server runs as: `undefined` for the account of this process. */
export interface Folder {
  dataDir: string
  account: Account | undefined
}

const NOBODY: Account = { uid: 65534, gid: 65534 }

/** Accounts for databases only, best first. Other services also run as `nobody`. */
const SERVICE_ACCOUNTS = ['orangery', 'postgres']

/**
 * The account that PostgreSQL runs as; `undefined` means the account of this process. PostgreSQL does
 * not run as root. As root, the account is the owner of an existing data folder, else a service
 * account if the machine has one, else `nobody`.
 */
export function serverAccount(dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  return folder && folder.uid !== 0 ? { uid: folder.uid, gid: folder.gid } : serviceAccount()
}

/** The account for a new data folder. `list` is in the form of /etc/passwd. */
export function serviceAccount(list = readAccounts()): Account {
  const accounts = new Map(list.split('\n').map((line) => [line.split(':')[0], line.split(':')]))
  for (const name of SERVICE_ACCOUNTS) {
    const [, , uid, gid] = accounts.get(name) ?? []
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  return NOBODY
}

function readAccounts(): string {
  return existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : ''
}

/** Whether the account can enter the folder. Runs a shell as that account to find out. */
export function canEnter(account: Account, folder: string): boolean {
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { account }).failure === undefined
}
