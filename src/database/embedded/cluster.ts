import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { GatewayError } from '../../errors.ts'
import { type Account, canEnter, serverAccount } from './account.ts'
import { requirePasswords } from './authentication.ts'
import { run } from './command.ts'
import { type Engine, prepareEngine } from './engine.ts'

/** A data folder that is complete and of our PostgreSQL's major version. */
export interface Cluster {
  /** The real folder, after any link. */
  dataDir: string
  account: Account | undefined
  /** Why the data is not where it was asked to be, for the person who starts the server. */
  reason: string | undefined
}

/** Where data goes that the server's account could not reach in the place asked for. */
const systemFolder = '/var/lib/orangery'

/**
 * Opens the data folder, which it makes first where there is none. Throws where the folder cannot
 * be made, holds something else, or data of another major version; such a folder is never written
 * to.
 */
export function openCluster(dataDir: string, engine: Engine): Cluster {
  if (!isCluster(dataDir)) requireMade(dataDir, engine)
  const real = fs.realpathSync(dataDir)
  const major = fs.readFileSync(join(real, 'PG_VERSION'), 'utf8').trim()
  if (major !== engine.major) {
    const remedy = `Dump it with PostgreSQL ${major} and restore it here, or set DATABASE_URL.`
    throw new Error(`${real} was made by PostgreSQL ${major}, not ${engine.major}. ${remedy}`)
  }
  return { dataDir: real, account: serverAccount(real), reason: reasonOf(dataDir, real) }
}

function isCluster(dataDir: string): boolean {
  return fs.existsSync(join(dataDir, 'PG_VERSION'))
}

function reasonOf(dataDir: string, real: string): string | undefined {
  if (!fs.lstatSync(dataDir).isSymbolicLink()) return undefined
  return `${dataDir} is a link to ${real}, which PostgreSQL's account can reach (it refuses root)`
}

function requireMade(dataDir: string, engine: Engine): void {
  try {
    createCluster(dataDir, engine)
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown && 'code' in thrown)) throw thrown
    const remedy = 'Set DATA_DIR to a folder that may be written, or DATABASE_URL to a server.'
    throw new GatewayError(
      'state_conflict',
      `The data folder ${dataDir} cannot be made (${thrown.code}). ${remedy}`,
    )
  }
}

/**
 * The folder is made whole under another name and then appears at once, so a kill leaves nothing
 * half-made, and of two makers the later one drops its own. A folder out of the account's reach
 * becomes a link, so that the data is found again even if the permissions change.
 */
function createCluster(dataDir: string, engine: Engine): void {
  const parent = dirname(dataDir)
  requireFree(dataDir)
  makeFolder(parent)
  const account = serverAccount(parent)
  const away = account !== undefined && !canEnter(account, parent)
  const draft = fs.mkdtempSync(away ? join(openSystemFolder(), 'data-') : `${dataDir}.new-`)
  try {
    if (account) fs.chownSync(draft, account.uid, account.gid)
    initialise(draft, prepareEngine(engine, dirname(draft), account), account)
    if (away) fs.symlinkSync(draft, dataDir)
    else fs.renameSync(draft, dataDir)
    settle(parent)
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    if (!isCluster(dataDir)) throw error
  }
}

/** Node's own recursive form never returns where the file system lets nobody make folders. */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    fs.mkdirSync(folder)
  } catch (error) {
    if (!fs.existsSync(folder)) throw error
  }
}

function requireFree(dataDir: string): void {
  const found = fs.lstatSync(dataDir, { throwIfNoEntry: false })
  if (found === undefined) return
  if (found.isDirectory() && fs.readdirSync(dataDir).length === 0) {
    fs.rmdirSync(dataDir)
    return
  }
  throw new Error(
    `${dataDir} is neither free nor a PostgreSQL data folder. Move it away, or choose another.`,
  )
}

function openSystemFolder(): string {
  fs.mkdirSync(systemFolder, { recursive: true })
  fs.chmodSync(systemFolder, 0o755)
  return systemFolder
}

// The application is not a superuser, so an injected statement reaches its own tables at most.
const DATABASE = ['CREATE ROLE orangery LOGIN CREATEDB', 'CREATE DATABASE orangery OWNER orangery']

function initialise(dataDir: string, bin: string, account: Account | undefined): void {
  const wording = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin']
  const safety = ['--auth-local=reject', '--auth-host=reject', '--data-checksums']
  const options = [...wording, '--builtin-locale=C.UTF-8', ...safety, '--username=postgres']
  const made = run(join(bin, 'initdb'), ['-D', dataDir, ...options], { account })
  if (made.failure) throw new Error(`PostgreSQL could not make ${dataDir}: ${made.failure}`)
  requirePasswords({ dataDir, account }, bin, DATABASE)
}

/** Without this a power cut could undo the folder's new name, and with it all that followed. */
function settle(folder: string): void {
  const handle = fs.openSync(folder, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}
