import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../errors.ts'
import { type Account, explain, type Folder, run } from './command.ts'
import type { FolderLock } from './folder-lock.ts'
import { ignoringStalePid } from './postmaster.ts'
import { refusal } from './refusal.ts'

// The roles of an embedded server: superuser, owner of the database, and runtime role.
const EMBEDDED_ROLES = ['postgres', 'orangery', 'orangery_runtime'] as const

export type EmbeddedRole = (typeof EMBEDDED_ROLES)[number]

export type Passwords = Readonly<Record<EmbeddedRole, string>>

// In the format of PGPASSFILE. If the gateway runs as root, the account of the database server cannot read it.
const passwordFile = (dataDir: string) => join(dataDir, 'orangery.pgpass')

/** The passwords of a data folder, created if there are none. No other process may use the folder. */
export function openPasswords(dataDir: string): Passwords {
  const lines = EMBEDDED_ROLES.map((role) => `*:*:*:${role}:${randomBytes(32).toString('hex')}\n`)
  if (!readPasswords(dataDir)) replaceFile(passwordFile(dataDir), lines.join(''))
  return readPasswords(dataDir) ?? rejectPasswordFile(dataDir, 'is missing')
}

/** The passwords of a data folder; `undefined` if there is no file. Throws if the file cannot be used. */
export function readPasswords(dataDir: string): Passwords | undefined {
  const text = readText(dataDir)
  if (text === undefined) return undefined
  const rows = text.split('\n').map((line) => line.split(':'))
  const of = (role: EmbeddedRole) =>
    rows.find(([, , , name]) => name === role)?.[4] ||
    rejectPasswordFile(dataDir, `has no line for ${role}`)
  return {
    postgres: of('postgres'),
    orangery: of('orangery'),
    orangery_runtime: of('orangery_runtime'),
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ELOOP: 'is a link',
  EISDIR: 'is not a password file',
  EACCES: 'belongs to another user, who ran the gateway',
}

// Opens no link and waits for no pipe: this process may be root, and the folder may belong to another account.
function readText(dataDir: string): string | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants
  let handle: number | undefined
  try {
    handle = fs.openSync(passwordFile(dataDir), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    return fs.readFileSync(handle, 'utf8')
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return undefined
    const problem = PROBLEMS[code]
    if (problem === undefined) throw error
    return rejectPasswordFile(dataDir, problem)
  } finally {
    if (handle !== undefined) fs.closeSync(handle)
  }
}

/** Throws an error with the remedy. */
export function rejectPasswordFile(dataDir: string, problem: string): never {
  throw refusal(
    `The database password file ${passwordFile(dataDir)} ${problem}`,
    'Stop every gateway, command and PostgreSQL server that uses this folder and remove the file: the next start creates new passwords.',
  )
}

// Replaces a file. An interruption leaves the old one.
function replaceFile(file: string, text: string, account?: Account): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  fs.writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true })
  if (account) fs.lchownSync(draft, account.uid, account.gid)
  fs.renameSync(draft, file)
}

const HEADER = '# Written by orangery: every role by its password, on the unix socket alone.'
const RULES = `${HEADER}
# The passwords are in orangery.pgpass, in the form of PGPASSFILE.
local all all scram-sha-256
`
const rulesFile = (dataDir: string) => join(dataDir, 'pg_hba.conf')

/** Whether the server of the folder requires passwords and the password file exists. */
export function requiresPasswords(dataDir: string): boolean {
  return (
    readPasswords(dataDir) !== undefined &&
    fs.readFileSync(rulesFile(dataDir), 'utf8').startsWith(HEADER)
  )
}

/**
 * Sets the passwords of the roles, and configures the server, which must not run, to require them from its next start.
 * After an interruption the call can be repeated. Returns false if a server uses the folder. `before`: statements to
 * run first, each on one line. `lock`: that of the folder, if other processes can already use it.
 */
export function enablePasswords(
  { dataDir, account }: Folder,
  bin: string,
  { before = [], lock }: { before?: readonly string[]; lock?: FolderLock } = {},
): boolean {
  const statements = [...before, ...roleStatements(openPasswords(dataDir))]
  // The server must not print a failed statement, which may contain a password.
  const settings = ['log_min_error_statement=panic', 'password_encryption=scram-sha-256'].flatMap(
    (setting) => ['-c', setting],
  )
  const { failure, stderr } = run(
    join(bin, 'postgres'),
    ['--single', '-D', dataDir, ...settings, 'postgres'],
    {
      account,
      input: statements.map((statement) => `${statement};\n`).join(''),
      inherited: lock?.descriptor,
      environment: lock && ignoringStalePid(dataDir, lock),
    },
  )
  if (isFolderInUse(failure)) return false
  // The exit status is 0 even if a statement failed, so the output has to be searched.
  if (failure ?? /(ERROR|FATAL|PANIC):/.test(stderr))
    throw refusal(
      `PostgreSQL could not prepare ${dataDir}: ${explain(failure ?? stderr.trim())}`,
      'Set DATABASE_URL to a PostgreSQL server instead.',
    )
  replaceFile(rulesFile(dataDir), RULES, account)
  return true
}

// The second message: the server was killed, and its sessions have not yet ended.
const IN_USE = /"postmaster\.pid" already exists|pre-existing shared memory block/

/** Whether a server ended because another one uses the data folder. */
export function isFolderInUse(failure: string | undefined): boolean {
  return failure !== undefined && IN_USE.test(failure)
}

function roleStatements(passwords: Passwords): string[] {
  const noPrivileges = 'NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS NOINHERIT'
  return [
    `DO $$ BEGIN CREATE ROLE orangery_runtime; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    `ALTER ROLE orangery_runtime LOGIN ${noPrivileges}`,
    ...EMBEDDED_ROLES.map((role) => `ALTER ROLE ${role} PASSWORD '${passwords[role]}'`),
  ]
}
