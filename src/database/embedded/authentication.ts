import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Account } from './account.ts'
import {
  EMBEDDED_ROLES,
  openPasswords,
  type Passwords,
  passwordFile,
  readPasswords,
  refuse,
} from './passwords.ts'
import { isLockedOut, runSingleUser } from './single-user.ts'

/** A data folder and the account that its server runs as. */
interface Folder {
  dataDir: string
  account: Account | undefined
}

const MARK = '# Written by orangery: every role by its password, on the unix socket alone.'
const RULES = `${MARK}
# The passwords are in orangery.pgpass, in the form of PGPASSFILE.
local all all scram-sha-256
`
const lock = 7_274_332

/** Whether the folder's server asks for passwords, and they are known. */
export function asksForPasswords({ dataDir }: Folder): boolean {
  return (
    readPasswords(dataDir) !== undefined &&
    fs.readFileSync(rulesFile(dataDir), 'utf8').startsWith(MARK)
  )
}

/**
 * Gives the roles their passwords and has the server ask for them from its next start on. The
 * server does not run. `before` are statements to run first. May be repeated after a kill at any
 * point. False where another process works on the folder.
 */
export function requirePasswords(
  { dataDir, account }: Folder,
  bin: string,
  before: readonly string[] = [],
): boolean {
  const statements = [...before, ...roleStatements(openPasswords(dataDir))]
  const failure = runSingleUser(dataDir, bin, account, statements)
  if (isLockedOut(failure)) return false
  if (failure) throw new Error(`PostgreSQL could not prepare ${dataDir}: ${failure}`)
  writeRules({ dataDir, account })
  return true
}

/**
 * The same for a server that an earlier release left running, which asks for no passwords: it goes
 * on asking for none until its next start, since processes of that release may still use it.
 */
export async function givePasswords(
  { dataDir }: Folder,
  connection: { host: string; port: number },
): Promise<void> {
  const superuser = new pg.Client({ ...connection, user: 'postgres', database: 'postgres' })
  superuser.on('error', () => {})
  try {
    await superuser.connect()
  } catch (error) {
    await superuser.end()
    if (isMissingPassword(error)) return refuse(passwordFile(dataDir), 'is gone')
    throw error
  }
  const statements = roleStatements(openPasswords(dataDir))
  await superuser
    .query([`SELECT pg_advisory_xact_lock(${lock})`, ...statements].join(';'))
    .finally(() => superuser.end())
}

function isMissingPassword(error: unknown): boolean {
  return error instanceof Error && /password must be a string/.test(error.message)
}

function roleStatements(passwords: Passwords): string[] {
  const none = 'NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS NOINHERIT'
  return [
    `DO $$ BEGIN CREATE ROLE orangery_runtime; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    `ALTER ROLE orangery_runtime LOGIN ${none}`,
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
