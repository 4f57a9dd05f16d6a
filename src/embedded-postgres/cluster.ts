import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, canEnter, explain, type Folder, run, serverAccount } from './command.ts'
import { createFolder, type Engine, prepareEngine, removeDrafts } from './engine.ts'
import { enablePasswords } from './passwords.ts'
import { refusal } from './refusal.ts'

/** A data folder that is complete and of our PostgreSQL's major version. `dataDir`: after any link. */
export interface Cluster extends Folder {
  /** Why the data is not in the configured folder, for the operator. */
  reason: string | undefined
}

const ELSEWHERE = 'Set DATA_DIR to a writable folder, or DATABASE_URL to a server.'

const SYSTEM_FOLDER = '/var/lib/orangery'

/**
 * Opens the data folder, and creates it if there is none. Throws if that fails, or if it contains other files or data
 * of another major version. Does not write to a folder that it rejects.
 */
export function openCluster(dataDir: string, engine: Engine): Cluster {
  if (!fs.existsSync(join(dataDir, 'PG_VERSION'))) createDataFolder(dataDir, engine)
  removeDrafts(dataDir)
  const real = fs.realpathSync(dataDir)
  const major = fs.readFileSync(join(real, 'PG_VERSION'), 'utf8').trim()
  if (major !== engine.major)
    throw refusal(
      `${real} was created by PostgreSQL ${major}, not ${engine.major}`,
      `Dump it with PostgreSQL ${major} and restore it here, or set DATABASE_URL.`,
    )
  return { dataDir: real, account: serverAccount(real), reason: linkReason(dataDir, real) }
}

/** Throws if there is nothing at the place of the data folder, where `openCluster` would create it. */
export function requireData(dataDir: string): void {
  if (!isVacant(dataDir)) return
  throw refusal(
    `There is no database in ${dataDir}`,
    'Set DATA_DIR to the folder of yours, or create one here: orangery serve',
  )
}

function linkReason(dataDir: string, real: string): string | undefined {
  if (!fs.lstatSync(dataDir).isSymbolicLink()) return undefined
  return `${dataDir} is a link to ${real}: PostgreSQL does not run as root, and its account cannot reach the folder itself`
}

function createDataFolder(dataDir: string, engine: Engine): void {
  try {
    createCluster(dataDir, engine)
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown && 'code' in thrown)) throw thrown
    throw refusal(`The data folder ${dataDir} cannot be created (${thrown.code})`, ELSEWHERE)
  }
}

// A folder that the account cannot reach becomes a link to the data, which is found even if the permissions change.
function createCluster(dataDir: string, engine: Engine): void {
  const parent = dirname(dataDir)
  requireEmpty(dataDir)
  makeFolder(parent)
  const account = serverAccount(parent)
  const isReachable = account === undefined || canEnter(account, parent)
  if (!isReachable) fs.mkdirSync(SYSTEM_FOLDER, { recursive: true })
  if (!isReachable) fs.chmodSync(SYSTEM_FOLDER, 0o755)
  createFolder(
    dataDir,
    (draft) => {
      if (account) fs.chownSync(draft, account.uid, account.gid)
      initialise(draft, prepareEngine(engine, dirname(draft), account), account)
    },
    isReachable ? undefined : join(SYSTEM_FOLDER, 'data-'),
  )
}

// `mkdirSync` with `recursive` never returns on a file system such as /proc.
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    fs.mkdirSync(folder)
  } catch (error) {
    if (!fs.existsSync(folder)) throw error
  }
}

function requireEmpty(dataDir: string): void {
  if (!isVacant(dataDir))
    throw refusal(
      `${dataDir} is neither empty nor a PostgreSQL data folder`,
      'Move it, or choose another folder.',
    )
  if (fs.existsSync(dataDir)) fs.rmdirSync(dataDir)
}

function isVacant(dataDir: string): boolean {
  const stats = fs.lstatSync(dataDir, { throwIfNoEntry: false })
  return stats === undefined || (stats.isDirectory() && fs.readdirSync(dataDir).length === 0)
}

// The application's role is not a superuser, so an injected statement can reach only the tables of this role.
const DATABASE = ['CREATE ROLE orangery LOGIN CREATEDB', 'CREATE DATABASE orangery OWNER orangery']

function initialise(dataDir: string, bin: string, account: Account | undefined): void {
  const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin']
  const security = ['--auth-local=reject', '--auth-host=reject', '--data-checksums']
  const options = [...encoding, '--builtin-locale=C.UTF-8', ...security, '--username=postgres']
  const { failure } = run(join(bin, 'initdb'), ['-D', dataDir, ...options], { account })
  if (failure)
    throw refusal(`PostgreSQL could not create ${dataDir}: ${explain(failure)}`, ELSEWHERE)
  enablePasswords({ dataDir, account }, bin, { before: DATABASE })
}
