import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { GatewayError } from '../errors.ts'

/** The roles of an embedded server: superuser, owner of the database, and runtime role. */
export const EMBEDDED_ROLES = ['postgres', 'orangery', 'orangery_runtime'] as const

export type EmbeddedRole = (typeof EMBEDDED_ROLES)[number]

/** The password of each role. */
export type Passwords = Readonly<Record<EmbeddedRole, string>>

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants
const MAX_BYTES = 4096

// The file has the format of PGPASSFILE. It belongs to the account that runs the gateway. If that is
// root, the account of the database server cannot read it.
function passwordFile(dataDir: string): string {
  return join(dataDir, 'orangery.pgpass')
}

/** The passwords of a data folder, created if there are none. Throws if the file cannot be used. */
export function openPasswords(dataDir: string): Passwords {
  return readPasswords(dataDir) ?? createPasswords(dataDir)
}

/** The passwords of a data folder; `undefined` if there is no file. Throws if it cannot be used. */
export function readPasswords(dataDir: string): Passwords | undefined {
  const text = readText(dataDir)
  if (text === undefined) return undefined
  const passwords = new Map(
    text.split('\n').map((line) => [line.split(':')[3] ?? '', line.split(':')[4] ?? '']),
  )
  const of = (role: EmbeddedRole) =>
    passwords.get(role) || rejectPasswordFile(dataDir, `has no line for ${role}`)
  return {
    postgres: of('postgres'),
    orangery: of('orangery'),
    orangery_runtime: of('orangery_runtime'),
  }
}

// Opens no link and no pipe: this process may be root, and the folder may belong to another account.
function readText(dataDir: string): string | undefined {
  const file = passwordFile(dataDir)
  let handle: number | undefined
  try {
    handle = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    const stats = fs.fstatSync(handle)
    if (!stats.isFile() || stats.size > MAX_BYTES)
      return rejectPasswordFile(dataDir, 'is not a password file')
    return fs.readFileSync(handle, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === 'ENOENT') return undefined
    if (error.code === 'ELOOP') return rejectPasswordFile(dataDir, 'is a link')
    if (error.code === 'EACCES')
      return rejectPasswordFile(dataDir, 'belongs to another user, who ran the gateway')
    throw error
  } finally {
    if (handle !== undefined) fs.closeSync(handle)
  }
}

// Creates the file atomically. If two processes do this, both use the file of the first.
function createPasswords(dataDir: string): Passwords {
  const file = passwordFile(dataDir)
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const lines = EMBEDDED_ROLES.map((role) => `*:*:*:${role}:${randomBytes(32).toString('hex')}\n`)
  try {
    fs.writeFileSync(draft, lines.join(''), { flag: 'wx', mode: 0o600, flush: true })
    fs.linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    fs.rmSync(draft, { force: true })
  }
  return readPasswords(dataDir) ?? rejectPasswordFile(dataDir, 'was removed while it was created')
}

/** Throws an error that describes the problem with the password file and the remedy. */
export function rejectPasswordFile(dataDir: string, problem: string): never {
  const file = passwordFile(dataDir)
  const remedy = 'Stop every gateway and command that uses this folder and remove the file'
  throw new GatewayError(
    'state_conflict',
    `The database password file ${file} ${problem}. ${remedy}: the next start creates new passwords.`,
  )
}
