import { readFileSync, statSync } from 'node:fs'
import { run } from './command.ts'

/** The operating-system account that a child process runs as. */
export interface Account {
  uid: number
  gid: number
}

const nobody: Account = { uid: 65534, gid: 65534 }

/** Accounts that serve databases and nothing else, best first: `nobody` is shared with strangers. */
const OWN_ACCOUNTS = ['orangery', 'postgres']

/**
 * The account PostgreSQL runs as: `undefined` means the one we run as. PostgreSQL refuses root,
 * so root hands over to the owner of an existing data folder, or else to an account of its own where
 * the machine has one, or else to `nobody`.
 */
export function serverAccount(dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  return folder && folder.uid !== 0 ? { uid: folder.uid, gid: folder.gid } : ownAccount()
}

/** The account for data that belongs to nobody yet, of those that the machine's list of accounts has. */
export function ownAccount(list = readAccounts()): Account {
  const known = new Map(list.split('\n').map((line) => [line.split(':')[0], line.split(':')]))
  for (const name of OWN_ACCOUNTS) {
    const [, , uid, gid] = known.get(name) ?? []
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  return nobody
}

function readAccounts(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    return ''
  }
}

/** Whether the account can reach into the folder: asked of the kernel, as that account. */
export function canEnter(account: Account, folder: string): boolean {
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { account }).failure === undefined
}
