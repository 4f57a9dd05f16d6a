import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { refusal } from './refusal.ts'

/** The roles of an embedded server: superuser, owner of the database, and runtime role. */
export const EMBEDDED_ROLES = ['postgres', 'orangery', 'orangery_runtime'] as const

export type EmbeddedRole = (typeof EMBEDDED_ROLES)[number]

/** The password of each role. */
export type Passwords = Readonly<Record<EmbeddedRole, string>>

// The file has the format of PGPASSFILE. It belongs to the account that runs the gateway. If that is
// root, the account of the database server cannot read it.
const passwordFile = (dataDir: string) => join(dataDir, 'orangery.pgpass')

/** The passwords of a data folder, created if there are none. No other process may use the folder. */
export function openPasswords(dataDir: string): Passwords {
  const lines = EMBEDDED_ROLES.map((role) => `*:*:*:${role}:${randomBytes(32).toString('hex')}\n`)
  if (!readPasswords(dataDir)) replaceFile(passwordFile(dataDir), lines.join(''))
  return readPasswords(dataDir) ?? rejectPasswordFile(dataDir, 'is missing')
}

/** Reads the passwords of a data folder. Returns `undefined` if there is no file. Throws if the file cannot be used. */
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
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') return undefined
    const problem = PROBLEMS[code]
    if (problem === undefined) throw error
    return rejectPasswordFile(dataDir, problem)
  } finally {
    if (handle !== undefined) fs.closeSync(handle)
  }
}

/** Throws an error that describes the problem with the password file and the remedy. */
export function rejectPasswordFile(dataDir: string, problem: string): never {
  throw refusal(
    `The database password file ${passwordFile(dataDir)} ${problem}`,
    'Stop every gateway, command and PostgreSQL server that uses this folder and remove the file: the next start creates new passwords.',
  )
}

/** Replaces a file. An interruption leaves the old one. */
export function replaceFile(file: string, text: string, account?: Account): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  fs.writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true })
  if (account) fs.lchownSync(draft, account.uid, account.gid)
  fs.renameSync(draft, file)
}
