import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { GatewayError } from '../errors.ts'
import { explain } from './command.ts'
import type { Folder, FolderLock } from './folder-lock.ts'
import {
  EMBEDDED_ROLES,
  openPasswords,
  type Passwords,
  readPasswords,
  rejectPasswordFile,
} from './passwords.ts'
import { isFolderInUse, runSingleUser } from './single-user.ts'

const HEADER = '# Written by orangery: every role by its password, on the unix socket alone.'
const RULES = `${HEADER}
# The passwords are in orangery.pgpass, in the form of PGPASSFILE.
local all all scram-sha-256
`
const PASSWORDS_LOCK = 7_274_332

/** Whether the server of the folder requires passwords and the password file exists. */
export function requiresPasswords({ dataDir }: Folder): boolean {
  return (
    readPasswords(dataDir) !== undefined &&
    fs.readFileSync(rulesFile(dataDir), 'utf8').startsWith(HEADER)
  )
}

/** How to enable passwords. */
interface EnableOptions {
  /** Statements to run first. */
  before?: readonly string[]
  /** The lock of the folder. Needed if other processes can already use the folder. */
  lock?: FolderLock
}

/**
 * Sets the passwords of the roles, and configures the server to require them from its next start.
 * The server must not run. After an interruption the call can be repeated. Returns false if another
 * process uses the folder.
 */
export function enablePasswords(
  folder: Folder,
  bin: string,
  { before = [], lock }: EnableOptions = {},
): boolean {
  const { dataDir, account } = folder
  const statements = [...before, ...roleStatements(openPasswords(dataDir))]
  const failure = runSingleUser(folder, bin, statements, lock)
  if (isFolderInUse(failure)) return false
  if (failure)
    throw new GatewayError(
      'state_conflict',
      `PostgreSQL could not prepare ${dataDir}: ${explain(failure)}`,
    )
  writeRules({ dataDir, account })
  return true
}

/**
 * Sets the passwords of a running server of an earlier release, which does not require passwords. The
 * server requires them from its next start, because processes of that release may still use it.
 */
export async function setPasswordsOnline(
  { dataDir }: Folder,
  connection: { host: string; port: number },
): Promise<void> {
  const superuser = new pg.Client({ ...connection, user: 'postgres', database: 'postgres' })
  superuser.on('error', () => {})
  try {
    await superuser.connect()
  } catch (error) {
    await superuser.end()
    if (isMissingPassword(error)) return rejectPasswordFile(dataDir, 'is missing')
    throw error
  }
  const statements = roleStatements(openPasswords(dataDir))
  await superuser
    .query([`SELECT pg_advisory_xact_lock(${PASSWORDS_LOCK})`, ...statements].join(';'))
    .finally(() => superuser.end())
}

function isMissingPassword(error: unknown): boolean {
  return error instanceof Error && /password must be a string/.test(error.message)
}

function roleStatements(passwords: Passwords): string[] {
  const noPrivileges = 'NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS NOINHERIT'
  return [
    `DO $$ BEGIN CREATE ROLE orangery_runtime; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    `ALTER ROLE orangery_runtime LOGIN ${noPrivileges}`,
    ...EMBEDDED_ROLES.map((role) => `ALTER ROLE ${role} PASSWORD '${passwords[role]}'`),
  ]
}

function rulesFile(dataDir: string): string {
  return join(dataDir, 'pg_hba.conf')
}

function writeRules({ dataDir, account }: Folder): void {
  const file = rulesFile(dataDir)
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const handle = fs.openSync(draft, 'wx', 0o600)
  try {
    if (account) fs.fchownSync(handle, account.uid, account.gid)
    fs.writeFileSync(handle, RULES)
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
  fs.renameSync(draft, file)
}
