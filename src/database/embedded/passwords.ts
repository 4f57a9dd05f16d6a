import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { GatewayError } from '../../errors.ts'

/** The roles of an embedded server: its superuser, the owner of the database, and the one that serves. */
export const EMBEDDED_ROLES = ['postgres', 'orangery', 'orangery_runtime'] as const

export type EmbeddedRole = (typeof EMBEDDED_ROLES)[number]

/** The password of each role. */
export type Passwords = Readonly<Record<EmbeddedRole, string>>

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants
const MOST_BYTES = 4096

/**
 * The file of the passwords, in the form that PostgreSQL's own programs take as PGPASSFILE. It
 * belongs to the account that runs the gateway. Where that is root, the server's account cannot
 * read it.
 */
export function passwordFile(dataDir: string): string {
  return join(dataDir, 'orangery.pgpass')
}

/** The passwords of a data folder; made and kept where there are none. Throws where they cannot be read. */
export function openPasswords(dataDir: string): Passwords {
  return readPasswords(dataDir) ?? makePasswords(dataDir)
}

/** The passwords of a data folder; `undefined` where there are none. Throws where they cannot be read. */
export function readPasswords(dataDir: string): Passwords | undefined {
  const file = passwordFile(dataDir)
  const text = readText(file)
  if (text === undefined) return undefined
  const known = new Map(
    text.split('\n').map((line) => [line.split(':')[3] ?? '', line.split(':')[4] ?? '']),
  )
  const of = (role: EmbeddedRole) => known.get(role) || refuse(file, `has no line for ${role}`)
  return {
    postgres: of('postgres'),
    orangery: of('orangery'),
    orangery_runtime: of('orangery_runtime'),
  }
}

// As root in a folder of another account's: neither a link nor a pipe is followed there.
function readText(file: string): string | undefined {
  let handle: number | undefined
  try {
    handle = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    const found = fs.fstatSync(handle)
    if (!found.isFile() || found.size > MOST_BYTES) return refuse(file, 'is not one of ours')
    return fs.readFileSync(handle, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === 'ENOENT') return undefined
    if (error.code === 'ELOOP') return refuse(file, 'is a link')
    if (error.code === 'EACCES') return refuse(file, 'belongs to another user, who ran the gateway')
    throw error
  } finally {
    if (handle !== undefined) fs.closeSync(handle)
  }
}

/** The file appears whole. Of two makers the first one's stays, and both use it. */
function makePasswords(dataDir: string): Passwords {
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
  return readPasswords(dataDir) ?? refuse(file, 'was removed while it was made')
}

/** Throws what is wrong with the file, and what to do about it. */
export function refuse(file: string, problem: string): never {
  const remedy = 'Stop every gateway and command on this folder and remove the file'
  throw new GatewayError(
    'state_conflict',
    `The file of the database's passwords, ${file}, ${problem}. ${remedy}: the next start makes new passwords.`,
  )
}
