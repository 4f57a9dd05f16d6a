import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'

/** The environment of the server. The environment of this process contains secrets, so it is not passed on. */
export const serverEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

interface CommandOptions {
  account?: Account | undefined
  input?: string
  inherited?: number | undefined
  environment?: Record<string, string> | undefined
}

/** Runs a command and waits for it. `failure` is its error output; `undefined` if it succeeded. */
export function run(command: string, args: string[], options: CommandOptions = {}) {
  const { status, error, stderr } = spawnSync(command, args, {
    ...options.account,
    cwd: '/',
    env: { ...serverEnvironment, ...options.environment },
    encoding: 'utf8',
    input: options.input ?? '',
    stdio: ['pipe', 'pipe', 'pipe', options.inherited ?? 'ignore'],
  })
  // The error output comes first. If a command ends before it has read its input, `error` is only EPIPE.
  const failure = stderr?.trim() || error?.message || `exit status ${status}`
  return { failure: status === 0 ? undefined : failure, stderr: stderr ?? '' }
}

/** PostgreSQL's error output, or a clearer message with a remedy for a known problem. */
export function explain(failure: string): string {
  const [, id] = /could not look up effective user ID (\d{1,10})/.exec(failure) ?? []
  if (id === undefined) return failure
  const remedy =
    'Give the folder to a user that has one and run as that user (docker run --user node)'
  return `PostgreSQL needs an entry in /etc/passwd for the user id ${id}. ${remedy}, or set DATABASE_URL.`
}

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
 * The account that PostgreSQL runs as; `undefined`: that of this process. PostgreSQL does not run as root. As root, the
 * account is the owner of an existing data folder, else a service account if the machine has one, else `nobody`.
 */
export function serverAccount(dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  return folder && folder.uid !== 0 ? { uid: folder.uid, gid: folder.gid } : serviceAccount()
}

const PASSWD = '/etc/passwd'

/** The account for a new data folder. `list` is in the form of /etc/passwd. */
export function serviceAccount(
  list = existsSync(PASSWD) ? readFileSync(PASSWD, 'utf8') : '',
): Account {
  const accounts = new Map(list.split('\n').map((line) => [line.split(':')[0], line.split(':')]))
  for (const name of SERVICE_ACCOUNTS) {
    const [, , uid, gid] = accounts.get(name) ?? []
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  return NOBODY
}

/** Whether the account can enter the folder. Runs a shell as that account to find out. */
export function canEnter(account: Account, folder: string): boolean {
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { account }).failure === undefined
}
