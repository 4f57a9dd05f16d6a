import * as fs from 'node:fs'
import { join } from 'node:path'
import type { Folder } from './account.ts'
import { explain, run } from './command.ts'
import type { FolderLock } from './folder-lock.ts'
import {
  EMBEDDED_ROLES,
  openPasswords,
  type Passwords,
  readPasswords,
  replaceFile,
} from './passwords.ts'
import { ignoringStalePid } from './postmaster.ts'
import { refusal } from './refusal.ts'

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
 * Sets the passwords of the roles, and configures the server to require them from its next start.
 * The server must not run. After an interruption the call can be repeated. Returns false if a server
 * uses the folder. `before`: statements to run first, each on one line. `lock`: the lock of the folder, if other
 * processes can already use it.
 */
export function enablePasswords(
  { dataDir, account }: Folder,
  bin: string,
  { before = [], lock }: { before?: readonly string[]; lock?: FolderLock } = {},
): boolean {
  const statements = [...before, ...roleStatements(openPasswords(dataDir))]
  // The server must not print a failed statement, which may contain a password.
  const settings = [
    '-c',
    'log_min_error_statement=panic',
    '-c',
    'password_encryption=scram-sha-256',
  ]
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
